/// Reads JSON values from bytes, from left to right, numbers exactly as written.
struct TraceCursor {
  /// A JSON value; numbers keep their digits.
  indirect enum Value {
    case number(DecimalNumber, text: String)
    case string(String)
    case array([Value])
    case object([(key: String, value: Value)])
    case word(String)

    subscript(key: String) -> Value? {
      guard case .object(let members) = self else { return nil }
      return members.first { $0.key == key }?.value
    }
  }

  enum Failure: Error {
    case unexpected
    case notFinite(String)
  }

  private static let depthMax = 32

  let bytes: [UInt8]
  private(set) var position: Int
  let end: Int

  init(_ bytes: [UInt8], from start: Int, to end: Int) {
    self.bytes = bytes
    position = start
    self.end = end
  }

  /// The next byte that is not white space; 0 at the end.
  mutating func peek() -> UInt8 {
    while position < end {
      let byte = bytes[position]
      if byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") && byte != UInt8(ascii: "\r") { return byte }
      position += 1
    }
    return 0
  }

  /// Takes `byte` if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(Failure) {
    guard take(byte) else { throw .unexpected }
  }

  /// A number.
  mutating func number() throws(Failure) -> DecimalNumber {
    var number = DecimalNumber()
    let start = position
    number.isNegative = take(UInt8(ascii: "-"))
    guard isDigit(peekRaw()) else { throw wordFailure(from: start) }
    takeDigits(into: &number, fraction: false)
    if peekRaw() == UInt8(ascii: ".") {
      position += 1
      guard isDigit(peekRaw()) else { throw .unexpected }
      takeDigits(into: &number, fraction: true)
    }
    if peekRaw() | 0x20 == UInt8(ascii: "e") { try takeExponent(into: &number) }
    return number
  }

  /// Any value; objects and arrays at most 32 deep.
  mutating func value(depth: Int = 0) throws(Failure) -> Value {
    guard depth < TraceCursor.depthMax else { throw .unexpected }
    switch peek() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = position
      return .number(try number(), text: text(from: start))
    default:
      let start = position
      while position < end, isLetter(bytes[position]) { position += 1 }
      let word = text(from: start)
      guard ["true", "false", "null"].contains(word) else {
        position = start
        throw wordFailure(from: start)
      }
      return .word(word)
    }
  }

  /// A string without its quotes.
  mutating func string() throws(Failure) -> String {
    try expect(UInt8(ascii: "\""))
    var content: [UInt8] = []
    while position < end {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        content.append(byte)
        continue
      }
      content.append(contentsOf: try escape())
    }
    throw .unexpected
  }

  /// What was read since `start`.
  func text(from start: Int) -> String { String(decoding: bytes[start..<position], as: UTF8.self) }

  private mutating func object(depth: Int) throws(Failure) -> Value {
    try expect(UInt8(ascii: "{"))
    var members: [(key: String, value: Value)] = []
    if take(UInt8(ascii: "}")) { return .object(members) }
    repeat {
      guard peek() == UInt8(ascii: "\"") else { throw .unexpected }
      let key = try string()
      try expect(UInt8(ascii: ":"))
      members.append((key, try value(depth: depth + 1)))
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "}"))
    return .object(members)
  }

  private mutating func array(depth: Int) throws(Failure) -> Value {
    try expect(UInt8(ascii: "["))
    var elements: [Value] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth + 1))
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return .array(elements)
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    guard position < end else { throw .unexpected }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "u"):
      guard position + 4 <= end, let code = UInt32(String(decoding: bytes[position..<position + 4], as: UTF8.self), radix: 16)
      else { throw .unexpected }
      position += 4
      // Half of a surrogate pair alone is no character; titles lose nothing by a replacement sign.
      return Array(String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
    default: throw .unexpected
    }
  }

  private mutating func takeDigits(into number: inout DecimalNumber, fraction: Bool) {
    while position < end, isDigit(bytes[position]) {
      if number.digits < 99_999_999_999_999_999 {
        number.digits = number.digits * 10 + Int64(bytes[position] - UInt8(ascii: "0"))
        if fraction { number.exponent -= 1 }
      } else if !fraction {
        number.exponent += 1
      }
      position += 1
    }
  }

  private mutating func takeExponent(into number: inout DecimalNumber) throws(Failure) {
    position += 1
    let isNegative = peekRaw() == UInt8(ascii: "-")
    if isNegative || peekRaw() == UInt8(ascii: "+") { position += 1 }
    guard isDigit(peekRaw()) else { throw .unexpected }
    var exponent = 0
    while position < end, isDigit(bytes[position]) {
      exponent = min(exponent * 10 + Int(bytes[position] - UInt8(ascii: "0")), 100_000)
      position += 1
    }
    number.exponent += isNegative ? -exponent : exponent
  }

  /// `NaN`, `Infinity` and the like are not JSON, and deserve a word of their own.
  private mutating func wordFailure(from start: Int) -> Failure {
    var at = start
    while at < end, isLetter(bytes[at]) || bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }
    let word = String(decoding: bytes[start..<at], as: UTF8.self)
    let bare = word.lowercased().filter(\.isLetter)
    return ["nan", "infinity", "inf"].contains(bare) ? .notFinite(word) : .unexpected
  }

  private func peekRaw() -> UInt8 { position < end ? bytes[position] : 0 }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }
}
