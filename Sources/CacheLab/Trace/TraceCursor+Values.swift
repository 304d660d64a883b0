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

  /// Where a scroll will stop as a finger is lifted, as nearly all traces say it, `"up",{"v":1200,"target":3400.5}`; nil
  /// for words that are to be read as any others.
  mutating func target(ofLift words: Range<Int>) -> DecimalNumber? {
    read(words)
    guard takes("\"up\",{\"v\":"), (try? number()) != nil, takes(",\"target\":"), let target = try? number(),
      takes("}"), position == end
    else { return nil }
    return target
  }

  /// Takes these bytes if they come next.
  private mutating func takes(_ text: StaticString) -> Bool {
    text.withUTF8Buffer { text in
      guard text.count <= end - position else { return false }
      for at in 0..<text.count where unsafe bytes[position + at] != text[at] { return false }
      read(position + text.count..<end)
      return true
    }
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

  /// What comes after a backslash, in UTF-8.
  private mutating func escape() throws(Failure) -> [UInt8] {
    guard let byte = next() else { throw .unexpected }
    switch byte {
    case UInt8(ascii: "n"): return [10]
    case UInt8(ascii: "t"): return [9]
    case UInt8(ascii: "r"): return [13]
    case UInt8(ascii: "b"): return [8]
    case UInt8(ascii: "f"): return [12]
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "u"): return Array(String(try codePoint()).utf8)
    default: throw .unexpected
    }
  }

  /// Four hexadecimal digits, or twice four that are a surrogate pair; half of a pair alone is U+FFFD.
  private mutating func codePoint() throws(Failure) -> Character {
    let first = try hexadecimal()
    guard (0xD800..<0xDC00).contains(first), position + 1 < end, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return Character(Unicode.Scalar(first) ?? "\u{FFFD}") }
    let mark = position
    read(position + 2..<end)
    let second = try hexadecimal()
    guard (0xDC00..<0xE000).contains(second) else {
      read(mark..<end)
      return "\u{FFFD}"
    }
    return Character(Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}")
  }

  private mutating func hexadecimal() throws(Failure) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw .unexpected
      }
      code = code << 4 | UInt32(digit)
    }
    return code
  }
}
