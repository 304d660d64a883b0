/// Reads a JSON document byte by byte into a tree.
///
/// Numbers without a fraction that fit 128 bits are exact; all others are the nearest `Double`, which must be finite. A
/// key that stands twice in an object is refused, because its value is ambiguous.
///
/// - Complexity: O(bytes); no byte is looked at twice.
struct JSONReader {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  init(_ bytes: [UInt8]) {
    self.init(bytes, bytes.indices)
    // What some editors put before a text.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  /// - Parameter range: The part of the bytes that is the text.
  init(_ bytes: [UInt8], _ range: Range<Int>) {
    self.bytes = bytes
    (index, end) = (range.lowerBound, range.upperBound)
  }

  /// Reads the whole text as one value.
  mutating func document() throws(JSONError) -> JSON {
    let value = try value(depth: 0)
    try takeEnd()
    return value
  }

  /// Reads the whole text as an object's members in their order.
  mutating func members() throws(JSONError) -> [(key: String, value: JSON)] {
    guard next == UInt8(ascii: "{") else { throw unexpected("an object") }
    var members: [(key: String, value: JSON)] = []
    members.reserveCapacity(8)
    try eachMember(depth: 1) { key, value, _ in members.append((key, value)) }
    try takeEnd()
    return members
  }

  private mutating func takeEnd() throws(JSONError) {
    guard next == 0, index == end else { throw unexpected("the end") }
  }

  /// The next byte that is not white space; 0 at the end.
  private var next: UInt8 {
    mutating get {
      while index < end {
        switch bytes[index] {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"): index += 1
        case let byte: return byte
        }
      }
      return 0
    }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte, index < end else { return false }
    index += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONError) -> JSON {
    switch next {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default: throw unexpected("a value")
    }
  }

  private mutating func array(depth: Int) throws(JSONError) -> JSON {
    try checkDepth(depth)
    index += 1
    var elements: [JSON] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat { elements.append(try value(depth: depth)) } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw unexpected("a comma or the end of the array") }
    return .array(elements)
  }

  private mutating func object(depth: Int) throws(JSONError) -> JSON {
    var members: [String: JSON] = [:]
    var twice: (key: String, start: Int)?
    try eachMember(depth: depth) { key, value, start in
      if members.updateValue(value, forKey: key) != nil { twice = twice ?? (key, start) }
    }
    if let twice { throw error("the key \(JSONReader.shown(twice.key)) occurs twice in one object", at: twice.start) }
    return .object(members)
  }

  /// - Parameter take: Receives each member's key and value, and the place of the key.
  private mutating func eachMember(depth: Int, _ take: (String, JSON, Int) -> Void) throws(JSONError) {
    try checkDepth(depth)
    index += 1
    if self.take(UInt8(ascii: "}")) { return }
    repeat {
      guard next == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
      let start = index
      let key = try string()
      guard self.take(UInt8(ascii: ":")) else { throw unexpected("a colon") }
      take(key, try value(depth: depth), start)
    } while self.take(UInt8(ascii: ","))
    guard self.take(UInt8(ascii: "}")) else { throw unexpected("a comma or the end of the object") }
  }

  /// Refuses deep nesting: each level is a call within a call, and a text of brackets alone would use up the stack.
  private func checkDepth(_ depth: Int) throws(JSONError) {
    guard depth > JSON.depthMax else { return }
    throw error("arrays and objects lie more than \(JSON.depthMax) deep in each other", at: index)
  }

  private mutating func word(_ word: StaticString, _ value: JSON) throws(JSONError) -> JSON {
    let letters = word.description.utf8
    guard bytes[index...].starts(with: letters) else { throw unexpected("a value") }
    index += letters.count
    return value
  }

  // MARK: Numbers

  private mutating func number() throws(JSONError) -> JSON {
    let start = index
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let first = index
    guard takeDigits() > 0 else { throw unexpected("a digit") }
    guard bytes[first] != UInt8(ascii: "0") || index == first + 1 else {
      throw error("the number \(text(start..<index)) begins with a zero", at: start)
    }
    var isWhole = true
    if index < end, bytes[index] == UInt8(ascii: ".") {
      isWhole = false
      index += 1
      guard takeDigits() > 0 else { throw unexpected("a digit") }
    }
    if index < end, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      index += 1
      if index < end, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      guard takeDigits() > 0 else { throw unexpected("a digit") }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    if isWhole, let integer = Int128(text) { return .integer(integer) }
    guard let number = Double(text), number.isFinite else {
      throw error("the number \(self.text(start..<index)) is larger than any that can be kept", at: start)
    }
    // 2.0 and 2e0 are the whole number 2, as long as every whole number of that size can be told from its neighbours.
    if !isWhole, number.magnitude <= 9_007_199_254_740_992, number.rounded() == number {
      return .integer(Int128(number))
    }
    return .number(number)
  }

  private mutating func takeDigits() -> Int {
    let start = index
    while index < end, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    return index - start
  }

  // MARK: Texts

  private mutating func string() throws(JSONError) -> String {
    let quote = index
    index += 1
    /// The text before the last escape, and the beginning of the rest: a text without escapes is copied once.
    var (text, rest) = ([UInt8](), index)
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        defer { index += 1 }
        return String(decoding: text.isEmpty ? bytes[rest..<index] : text[...] + bytes[rest..<index], as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[rest..<index]
        index += 1
        text += try escape().utf8
        rest = index
      case 0..<0x20: throw error("a text has a control character: write it as \\u00..", at: index)
      default: index += 1
      }
    }
    throw error("a text has no end", at: quote)
  }

  private mutating func escape() throws(JSONError) -> String {
    let start = index - 1
    guard index < end else { throw error("a text has no end", at: start) }
    switch JSONEscape.read(bytes, at: &index, end: end) {
    case .letter(let letter): return String(letter)
    case .half: throw error("an escape is half a letter", at: start)
    case .noDigits: throw error("\\u is not followed by four digits", at: start)
    case .unknown: throw error("there is no escape \(text(start..<start + 2))", at: start)
    }
  }

  // MARK: Errors

  private mutating func unexpected(_ expected: String) -> JSONError {
    _ = next
    guard index < end else { return error("expected \(expected), found the end of the text", at: index) }
    let byte = bytes[index]
    let found = 0x21..<0x7F ~= byte ? "'\(String(decoding: [byte], as: UTF8.self))'" : "the byte \(byte)"
    return error("expected \(expected), found \(found)", at: index)
  }

  private func error(_ problem: String, at place: Int) -> JSONError {
    let line = bytes[..<min(place, bytes.count)].reduce(1) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
    return JSONError(line: line, problem: problem)
  }

  /// Returns the beginning of some bytes of the document, for a message.
  private func text(_ range: Range<Int>) -> String {
    let shown = String(decoding: bytes[range.prefix(40)], as: UTF8.self)
    return range.count > 40 ? shown + "..." : shown
  }

  private static func shown(_ key: String) -> String { TraceText.quoted(String(key.prefix(40))) }
}

/// The meaning of a backslash and the bytes behind it in a JSON text.
package enum JSONEscape {
  case letter(Character)
  /// Half of a pair of code units, which is not a letter alone.
  case half
  /// `\u` without four hexadecimal digits.
  case noDigits
  case unknown

  /// Reads the bytes behind a backslash, and moves on to what follows them.
  ///
  /// - Precondition: `index` is below `end`.
  package static func read(_ bytes: [UInt8], at index: inout Int, end: Int) -> JSONEscape {
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return .letter(Character(Unicode.Scalar(byte)))
    case UInt8(ascii: "b"): return .letter("\u{8}")
    case UInt8(ascii: "f"): return .letter("\u{C}")
    case UInt8(ascii: "n"): return .letter("\n")
    case UInt8(ascii: "r"): return .letter("\r")
    case UInt8(ascii: "t"): return .letter("\t")
    case UInt8(ascii: "u"): break
    default: return .unknown
    }
    guard var code = unit(bytes, at: index, end: end) else { return .noDigits }
    index += 4
    if 0xD800..<0xDC00 ~= code, bytes[index...].starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]),
      let low = unit(bytes, at: index + 2, end: end), 0xDC00..<0xE000 ~= low
    {
      code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
      index += 6
    }
    return Unicode.Scalar(code).map { .letter(Character($0)) } ?? .half
  }

  /// Reads four hexadecimal digits; returns nil for anything else.
  private static func unit(_ bytes: [UInt8], at place: Int, end: Int) -> UInt32? {
    guard place + 4 <= end else { return nil }
    var code: UInt32 = 0
    for byte in bytes[place..<place + 4] {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): code = code << 4 | UInt32(byte - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
        code = code << 4 | UInt32((byte | 0x20) - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return code
  }
}
