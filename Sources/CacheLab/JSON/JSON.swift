/// A JSON document as a tree, written in one frozen way: keys sorted, two spaces, arrays of scalars on one line.
///
/// The writer is our own because records are compared and read line by line. So is the reader, because a hostile file
/// of megabytes must cost little and be reported by line.
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int128)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  /// Returns the member of an object, or nil if this is no object or has no such key.
  public subscript(key: String) -> JSON? { object?[key] }

  public var string: String? { if case .string(let text) = self { text } else { nil } }

  /// The value of a whole number that fits 64 bits; nil for anything else.
  ///
  /// A file may hold any number: values that are kept in 64 bits are read here, so that no code narrows them unchecked.
  public var integer: Int64? { wideInteger.flatMap { Int64(exactly: $0) } }

  /// The value of a whole number of up to 128 bits: sums, both sides of a ratio, seeds. Use it as it is, or narrow it
  /// by `exactly:`.
  public var wideInteger: Int128? { if case .integer(let value) = self { value } else { nil } }

  /// An integer or a number as a floating-point value.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }

  public var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }

  /// The document over several lines, ending in a newline.
  public var prettyText: String { text(indent: 0) + "\n" }

  /// The document on one line, without spaces. Digests are made of it.
  public var compactText: String { text(indent: nil) }

  private func text(indent: Int?) -> String {
    var text = ""
    write(to: &text, indent: indent)
    return text
  }

  private func write(to text: inout String, indent: Int?) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    // Nearly all fit into 64 bits, which are written several times as fast.
    case .integer(let value): text += Int64(exactly: value).map { String($0) } ?? String(value)
    case .number(let value): text += value.isFinite ? "\(value)" : "null"
    case .string(let value): text += TraceText.quoted(value)
    case .array(let elements):
      let isInline = indent == nil || elements.allSatisfy { $0.array == nil && $0.object == nil }
      JSON.write("[", elements.lazy.map { (nil, $0) }, "]", indent: isInline ? nil : indent, to: &text)
    case .object(let members):
      let sorted = members.ordered { $0.key < $1.key }
      JSON.write("{", sorted.lazy.map { ($0.key, $0.value) }, "}", indent: indent, to: &text)
    }
  }

  private static func write(
    _ open: String, _ parts: some Collection<(key: String?, value: JSON)>, _ close: String, indent: Int?,
    to text: inout String
  ) {
    func newLine(_ depth: Int) -> String { indent.map { "\n" + String(repeating: "  ", count: $0 + depth) } ?? "" }
    text += open
    for (number, part) in parts.enumerated() {
      if number > 0 { text += "," }
      text += newLine(1)
      if let key = part.key { text += TraceText.quoted(key) + (indent == nil ? ":" : ": ") }
      part.value.write(to: &text, indent: indent.map { $0 + 1 })
    }
    text += (parts.isEmpty ? "" : newLine(0)) + close
  }

  /// Parses a document.
  ///
  /// - Throws: `JSONError` with the line if the text is not JSON, has a key twice in one object, or is deeper than 64
  ///   levels.
  public static func parse(_ text: String) throws(JSONError) -> JSON {
    var reader = JSONReader(Array(text.utf8))
    let value: JSON = try reader.value()
    try reader.expectEnd()
    return value
  }

  /// Returns the members of an object in their order, or nil if the text is no object.
  ///
  /// A list takes a fraction of a tree's time: for files of a million lines.
  package static func members(in bytes: [UInt8]) -> [(key: String, value: JSON)]? {
    var reader = JSONReader(bytes)
    // A byte order mark begins a file, and no line within it.
    reader.read(bytes.indices)
    guard reader.peek() == UInt8(ascii: "{") else { return nil }
    var members: [(key: String, value: JSON)] = []
    members.reserveCapacity(8)
    let isRead: Void? = try? reader.eachMember(depth: 0) { (reader, key) throws(JSONError) in
      members.append((key, try reader.value(depth: 1)))
    }
    return isRead != nil && reader.isAtEnd() ? members : nil
  }

  /// The document with every text and key on one visible line (`String.visible`): values from files are shown in
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

/// An error in a text that should be JSON, with its line.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Counted from 1.
  public let line: Int
  public let problem: String

  public var description: String { "line \(line): \(problem)" }
}
