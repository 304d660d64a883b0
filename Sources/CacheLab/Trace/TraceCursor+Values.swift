import LabBase

extension TraceCursor {
  /// Objects and arrays inside each other; deeper ones are refused, so that the stack has a bound.
  private static let depthMax = 32

  /// Any value; objects and arrays at most 32 deep.
  mutating func value(depth: Int = 0) throws(Failure) -> TraceValue {
    guard depth < TraceCursor.depthMax else { throw .unexpected }
    switch peek() {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = position
      let number = try number()
      return .number(number, text: text(start..<position))
    case UInt8(ascii: "t"): return try word("true")
    case UInt8(ascii: "f"): return try word("false")
    case UInt8(ascii: "n"): return try word("null")
    default: throw wordFailure(from: position)
    }
  }

  /// A string without its quotes.
  mutating func string() throws(Failure) -> String {
    try expect(UInt8(ascii: "\""))
    let start = position
    // Nearly all stand there as they are meant.
    while let byte = next(), byte != UInt8(ascii: "\\") {
      if byte == UInt8(ascii: "\"") { return text(start..<position - 1) }
    }
    read(start..<end)
    var content: [UInt8] = []
    while let byte = next() {
      if byte == UInt8(ascii: "\"") { return String(decoding: content, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        content.append(byte)
        continue
      }
      content.append(contentsOf: try escape())
    }
    throw .unexpected
  }

  private mutating func word(_ word: String) throws(Failure) -> TraceValue {
    let start = position
    for byte in word.utf8 where next() != byte { throw wordFailure(from: start) }
    return .word(word)
  }

  private mutating func object(depth: Int) throws(Failure) -> TraceValue {
    try expect(UInt8(ascii: "{"))
    var members: [(key: String, value: TraceValue)] = []
    members.reserveCapacity(4)
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

  private mutating func array(depth: Int) throws(Failure) -> TraceValue {
    try expect(UInt8(ascii: "["))
    var elements: [TraceValue] = []
    if take(UInt8(ascii: "]")) { return .array(elements) }
    repeat {
      elements.append(try value(depth: depth + 1))
    } while take(UInt8(ascii: ","))
    try expect(UInt8(ascii: "]"))
    return .array(elements)
  }

  /// What comes after a backslash; half of a pair alone is U+FFFD.
  private mutating func escape() throws(Failure) -> String.UTF8View {
    guard position < end else { throw .unexpected }
    var index = position
    defer { read(index..<end) }
    switch JSONEscape.read(bytes, at: &index, end: end) {
    case .letter(let letter): return String(letter).utf8
    case .half: return "\u{FFFD}".utf8
    case .noDigits, .unknown: throw .unexpected
    }
  }
}
