/// A JSON document as a tree, written in one frozen way: keys sorted, two spaces, arrays of scalars on one line.
///
/// The writer is ours because records are compared and read by people line by line. So is the reader, for a hostile file
/// of megabytes must cost little and be told of by its line.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int128)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// The member of an object; nil for anything else, and for a key that is not there.
  public subscript(key: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members[key]
  }

  public var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A whole number; nil for anything else, and for one that 64 bits do not hold.
  ///
  /// A file may hold any number: what is kept in 64 bits is asked for here, so that nothing narrows it without a look.
  public var integer: Int64? { wideInteger.flatMap { Int64(exactly: $0) } }

  /// A whole number of up to 128 bits: sums, both sides of a ratio, seeds. Use it as it is, or narrow it by `exactly:`.
  public var wideInteger: Int128? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// An integer or a number as a floating-point value.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  public var array: [JSON]? {
    guard case .array(let elements) = self else { return nil }
    return elements
  }

  public var object: [String: JSON]? {
    guard case .object(let members) = self else { return nil }
    return members
  }
}

extension JSON {
  /// Over several lines, ending in a newline.
  public var prettyText: String {
    var text = ""
    write(to: &text, indent: 0)
    return text + "\n"
  }

  /// On one line, without spaces: what digests are made of.
  public var compactText: String {
    var text = ""
    write(to: &text, indent: nil)
    return text
  }

  private var isScalar: Bool {
    switch self {
    case .array, .object: false
    default: true
    }
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += "\(value)"
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): text += TraceText.quoted(value)
    case .array(let elements):
      let inline = indent == nil || elements.allSatisfy { $0.isScalar }
      JSON.writeList(elements.count, "[", "]", indent: inline ? nil : indent, to: &text) { index, inner, text in
        elements[index].write(to: &text, indent: inner)
      }
    case .object(let members):
      let keys = members.keys.sorted()
      JSON.writeList(keys.count, "{", "}", indent: indent, to: &text) { index, inner, text in
        text += TraceText.quoted(keys[index])
        text += indent == nil ? ":" : ": "
        members[keys[index]]?.write(to: &text, indent: inner)
      }
    }
  }

  private static func writeList(
    _ count: Int, _ open: String, _ close: String, indent: Int?, to text: inout String,
    write: (Int, Int?, inout String) -> Void
  ) {
    text += open
    for index in 0..<count {
      if index > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
      write(index, indent.map { $0 + 1 }, &text)
    }
    if let indent, count > 0 { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }
}

extension JSON {
  /// How deep arrays and objects may lie in each other. The deepest document of the lab has nine levels.
  static let depthMax = 64

  /// Reads a document.
  ///
  /// - Throws: `JSONError` with the line, for text that is not JSON, that has a key twice in one object, or that is
  ///   deeper than `depthMax`.
  public static func parse(_ text: String) throws(JSONError) -> JSON {
    var reader = JSONReader(Array(text.utf8))
    return try reader.document()
  }

  /// The members of an object that is a part of a text, in their order; nil where the part is no object.
  ///
  /// A list is made in a fraction of a tree's time: for files of a million lines.
  package static func members(in bytes: [UInt8], _ range: Range<Int>) -> [(key: String, value: JSON)]? {
    var reader = JSONReader(bytes, range)
    return try? reader.members()
  }
}

extension JSON {
  /// The same document with every text and key on one visible line (`String.visible`): what a file says is shown in
  /// tables, sentences and errors, and written into scripts and pages.
  package var visible: JSON {
    switch self {
    case .string(let text): return .string(text.visible)
    case .array(let elements): return .array(elements.map { $0.visible })
    case .object(let members):
      var shown: [String: JSON] = [:]
      for (key, value) in members { shown[key.visible] = shown[key.visible] ?? value.visible }
      return .object(shown)
    case .null, .bool, .integer, .number: return self
    }
  }
}

/// Why a text is not read as JSON: the line, and what stands there.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  public let problem: String

  public var description: String { "line \(line): \(problem)" }
}
