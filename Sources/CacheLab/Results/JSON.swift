import FoundationEssentials

/// A JSON document as a tree, written in one frozen way: keys sorted, two spaces, arrays of scalars on one line.
///
/// The writer is ours because records are compared and read by people line by line; reading is Foundation's.
public indirect enum JSON: Hashable, Sendable {
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

  public var integer: Int128? {
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
      let inline = indent == nil || elements.allSatisfy(\.isScalar)
      JSON.writeList(elements, "[", "]", indent: inline ? nil : indent, to: &text) { element, inner, text in
        element.write(to: &text, indent: inner)
      }
    case .object(let members):
      let pairs = members.sorted { $0.key < $1.key }
      JSON.writeList(pairs, "{", "}", indent: indent, to: &text) { pair, inner, text in
        text += TraceText.quoted(pair.key)
        text += indent == nil ? ":" : ": "
        pair.value.write(to: &text, indent: inner)
      }
    }
  }

  private static func writeList<Element>(
    _ elements: [Element], _ open: String, _ close: String, indent: Int?, to text: inout String,
    write: (Element, Int?, inout String) -> Void
  ) {
    text += open
    for (index, element) in elements.enumerated() {
      if index > 0 { text += "," }
      if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
      write(element, indent.map { $0 + 1 }, &text)
    }
    if let indent, !elements.isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
    text += close
  }
}

extension JSON: Decodable {
  /// Reads a document.
  ///
  /// - Throws: what Foundation's decoder says of text that is not JSON.
  public static func parse(_ text: String) throws -> JSON {
    try JSONDecoder().decode(JSON.self, from: Data(text.utf8))
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int128.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSON].self))
    }
  }
}
