/// Reads the tokens of a JSON text byte by byte, of which trees are built.
///
/// - Complexity: O(bytes); no byte is looked at twice.
package struct JSONReader {
  /// The most levels of arrays and objects. The deepest document of the lab has nine.
  static let depthMax = 64

  let bytes: [UInt8]
  /// The place of the next byte; after an error, that at which reading stopped.
  package private(set) var position: Int
  private var end: Int
  /// True if texts may have control characters, and halves of letters, which become U+FFFD, as in traces of others.
  private let isLenient: Bool

  /// Creates a reader of all bytes, without the mark that some editors put before a text.
  package init(_ bytes: [UInt8], isLenient: Bool = false) {
    (self.bytes, self.isLenient) = (bytes, isLenient)
    (position, end) = (bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0, bytes.count)
  }

  package mutating func read(_ range: Range<Int>) { (position, end) = (range.lowerBound, range.upperBound) }

  package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// Returns the next byte that is not white space, which stays; 0 at the end.
  package mutating func peek() -> UInt8 {
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
      case let byte: return byte
      }
    }
    return 0
  }

  /// Returns whether nothing but white space is left. A byte 0 in the text is not the end.
  package mutating func isAtEnd() -> Bool { peek() == 0 && position == end }

  package mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte, position < end else { return false }
    position += 1
    return true
  }

  package mutating func expect(_ byte: UInt8, _ expected: String) throws(JSONError) {
    guard take(byte) else { throw unexpected(expected) }
  }

  package mutating func expectEnd() throws(JSONError) {
    guard isAtEnd() else { throw unexpected("the end") }
  }

  /// Reads an array whose bracket is next, and calls `read` at each element.
  package mutating func eachElement(
    depth: Int, _ read: (inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open(depth)
    if take(UInt8(ascii: "]")) { return }
    repeat { try read(&self) } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"), "a comma or the end of the array")
  }

  /// Reads an object whose brace is next, and calls `read` at each value with its key.
  package mutating func eachMember(
    depth: Int, _ read: (inout JSONReader, String) throws(JSONError) -> Void
  ) throws(JSONError) {
    try open(depth)
    if take(UInt8(ascii: "}")) { return }
    repeat {
      guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      let key = try string()
      try expect(UInt8(ascii: ":"), "a colon")
      try read(&self, key)
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"), "a comma or the end of the object")
  }

  /// Refuses deep nesting: each level is a call within a call, and a text of brackets alone would use up the stack.
  private mutating func open(_ depth: Int) throws(JSONError) {
    guard depth < JSONReader.depthMax else {
      throw error("arrays and objects lie more than \(JSONReader.depthMax) deep in each other", at: position)
    }
    position += 1
  }

  package mutating func word() throws(JSONError) -> String {
    for word in ["true", "false", "null"] where bytes[position..<end].starts(with: word.utf8) {
      position += word.utf8.count
      return word
    }
    throw unexpected("a value")
  }

  /// Reads a number, and returns where it is and whether it has neither a fraction nor an exponent.
  package mutating func number() throws(JSONError) -> (range: Range<Int>, isWhole: Bool) {
    _ = peek()
    let start = position
    if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
    let first = position
    guard takeDigits() > 0 else {
      let error = unexpected("a digit")
      position = start
      throw error
    }
    guard bytes[first] != UInt8(ascii: "0") || position == first + 1 else {
      throw error("the number \(shown(start..<position)) begins with a zero", at: start)
    }
    var isWhole = true
    if position < end, bytes[position] == UInt8(ascii: ".") {
      isWhole = false
      position += 1
      guard takeDigits() > 0 else { throw unexpected("a digit") }
    }
    if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      position += 1
      if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-") { position += 1 }
      guard takeDigits() > 0 else { throw unexpected("a digit") }
    }
    return (start..<position, isWhole)
  }

  private mutating func takeDigits() -> Int {
    let start = position
    while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
    return position - start
  }

  package mutating func string() throws(JSONError) -> String {
    try expect(UInt8(ascii: "\""), "a text in quotes")
    let quote = position - 1
    /// The text before the last escape, and the beginning of the rest: a text without escapes is copied once.
    var (text, rest) = ([UInt8](), position)
    while position < end {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        return String(
          decoding: text.isEmpty ? bytes[rest..<position] : text[...] + bytes[rest..<position], as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[rest..<position]
        position += 1
        text += try escape().utf8
        rest = position
      case 0..<0x20 where !isLenient:
        throw error("a text has a control character; write it as \\u00..", at: position)
      default: position += 1
      }
    }
    throw error("a text has no end", at: quote)
  }

  /// The letters behind a backslash, and the bytes for which they stand.
  private static let escapes = Array("\"\\/bfnrt".utf8)
  private static let escaped = Array("\"\\/\u{8}\u{C}\n\r\t".utf8)

  private mutating func escape() throws(JSONError) -> String {
    let start = position - 1
    guard position < end else { throw error("a text has no end", at: start) }
    let byte = bytes[position]
    position += 1
    if let index = JSONReader.escapes.firstIndex(of: byte) {
      return String(Unicode.Scalar(JSONReader.escaped[index]))
    }
    guard byte == UInt8(ascii: "u") else { throw error("there is no escape \(shown(start..<start + 2))", at: start) }
    guard var code = unit(at: position) else { throw error("\\u is not followed by four digits", at: start) }
    position += 4
    if 0xD800..<0xDC00 ~= code, bytes[position...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
      let low = unit(at: position + 2), 0xDC00..<0xE000 ~= low
    {
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      position += 6
    }
    if let letter = Unicode.Scalar(code) { return String(letter) }
    guard isLenient else { throw error("an escape is half a letter", at: start) }
    return "\u{FFFD}"
  }

  private func unit(at place: Int) -> UInt32? {
    guard place + 4 <= end else { return nil }
    let digits = text(place..<place + 4)
    return digits.utf8.contains { $0 < UInt8(ascii: "0") } ? nil : UInt32(digits, radix: 16)
  }

  package mutating func unexpected(_ expected: String) -> JSONError {
    _ = peek()
    guard position < end else { return error("expected \(expected), found the end of the text", at: position) }
    let byte = bytes[position]
    let found = 0x21..<0x7F ~= byte ? "'\(String(decoding: [byte], as: UTF8.self))'" : "the byte \(byte)"
    return error("expected \(expected), found \(found)", at: position)
  }

  func error(_ problem: String, at place: Int) -> JSONError {
    let line = bytes[..<min(place, bytes.count)].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    return JSONError(line: line, problem: problem)
  }

  func shown(_ range: Range<Int>) -> String { text(range.prefix(40)) + (range.count > 40 ? "..." : "") }

  /// Reads the next value.
  ///
  /// Numbers without a fraction that fit 128 bits are exact; all others are the nearest `Double`, which must be finite. A
  /// key that stands twice in an object is refused, because its value is ambiguous.
  mutating func value(depth: Int = 0) throws(JSONError) -> JSON {
    switch peek() {
    case UInt8(ascii: "{"):
      var members: [String: JSON] = [:]
      try eachMember(depth: depth) { (reader, key) throws(JSONError) in
        let place = reader.position
        guard members.updateValue(try reader.value(depth: depth + 1), forKey: key) == nil else {
          throw reader.error(
            "the key \(TraceText.quoted(String(key.prefix(40)))) occurs twice in one object", at: place)
        }
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSON] = []
      try eachElement(depth: depth) { reader throws(JSONError) in elements.append(try reader.value(depth: depth + 1)) }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      let word = try word()
      return word == "null" ? .null : .bool(word == "true")
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try decimal()
    default: throw unexpected("a value")
    }
  }

  private mutating func decimal() throws(JSONError) -> JSON {
    let (range, isWhole) = try number()
    let text = text(range)
    if isWhole, let integer = Int128(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw error("the number \(shown(range)) is larger than any that can be kept", at: range.lowerBound)
    }
    // 2.0 and 2e0 are the whole number 2, as long as every whole number of that size can be told from its neighbours.
    if !isWhole, number.magnitude <= 9_007_199_254_740_992, number.rounded() == number {
      return .integer(Int128(number))
    }
    return .number(number)
  }
}
