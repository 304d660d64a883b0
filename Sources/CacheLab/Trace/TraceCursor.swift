/// Reads JSON values from a range of bytes, from left to right, numbers exactly as written.
struct TraceCursor {
  enum Failure: Error {
    case unexpected
    case notFinite(String)
  }

  let bytes: [UInt8]
  private(set) var position: Int
  private(set) var end: Int

  /// All of `bytes`, until `read` says which part.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = 0
    end = bytes.count
  }

  /// What comes next is `range` of the bytes.
  mutating func read(_ range: Range<Int>) {
    position = range.lowerBound
    end = range.upperBound
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

  /// True when nothing but white space is left. A byte 0 in the text is not the end.
  mutating func isAtEnd() -> Bool { peek() == 0 && position == end }

  /// Takes `byte` if it comes next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(Failure) {
    guard take(byte) else { throw .unexpected }
  }

  /// What stands in `range`.
  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The next byte, white space too; it is taken. Nil at the end.
  mutating func next() -> UInt8? {
    guard position < end else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  /// A number as JSON writes it.
  mutating func number() throws(Failure) -> DecimalNumber {
    var number = DecimalNumber()
    _ = peek()
    let start = position
    number.isNegative = take(UInt8(ascii: "-"))
    guard isDigit(peekRaw()) else { throw wordFailure(from: start) }
    if peekRaw() == UInt8(ascii: "0") {
      position += 1
      // JSON has no leading zeros: 007 is a damaged line.
      if isDigit(peekRaw()) { throw .unexpected }
    }
    takeDigits(into: &number, fraction: false)
    if peekRaw() == UInt8(ascii: ".") {
      position += 1
      guard isDigit(peekRaw()) else { throw .unexpected }
      takeDigits(into: &number, fraction: true)
    }
    if peekRaw() | 0x20 == UInt8(ascii: "e") { try takeExponent(into: &number) }
    return number
  }
  /// `NaN`, `Infinity` and the like are not JSON, and deserve a word of their own.
  func wordFailure(from start: Int) -> Failure {
    var at = start
    while at < end, isLetter(bytes[at]) || bytes[at] == UInt8(ascii: "-") || bytes[at] == UInt8(ascii: "+") { at += 1 }
    let word = text(start..<at)
    let bare = String(decoding: bytes[start..<at].lazy.filter(isLetter).map { $0 | 0x20 }, as: UTF8.self)
    return ["nan", "infinity", "inf"].contains(bare) ? .notFinite(word) : .unexpected
  }

  private mutating func takeDigits(into number: inout DecimalNumber, fraction: Bool) {
    while position < end, isDigit(bytes[position]) {
      number.append(bytes[position] - UInt8(ascii: "0"), fraction: fraction)
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
      // Far beyond any line's digits, and far from overflow.
      exponent = min(exponent * 10 + Int(bytes[position] - UInt8(ascii: "0")), 100_000)
      position += 1
    }
    number.exponent += isNegative ? -exponent : exponent
  }

  private func peekRaw() -> UInt8 { position < end ? bytes[position] : 0 }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }
}

/// A decimal number as it is written: digits x 10^exponent, exact.
package struct DecimalNumber: Sendable {
  package var isNegative = false
  /// The first 19 digits or so, leading zeros left out.
  private(set) var digits: UInt64 = 0
  var exponent = 0
  /// Digits were cut off, and the first of them was 5 or more.
  private var cutsAtHalf = false
  private var isCut = false

  package init() {}

  /// Takes the next digit; one that has no room any more is cut off.
  package mutating func append(_ digit: UInt8, fraction: Bool) {
    if !isCut && digits <= (UInt64.max - 9) / 10 {
      digits = digits * 10 + UInt64(digit)
      if fraction { exponent -= 1 }
      return
    }
    if !isCut { cutsAtHalf = digit >= 5 }
    isCut = true
    if !fraction { exponent += 1 }
  }

  /// The number times 10^`decimals`, rounded half away from zero; nil when it does not fit 63 bits.
  package func scaled(decimals: Int) -> Int64? {
    if digits == 0 { return 0 }
    var shift = exponent + decimals
    var value = digits
    if shift >= 0 {
      guard shift < 19 else { return nil }
      // Cut digits that would count now lie beyond 64 bits; the one after the point rounds.
      guard !isCut || shift == 0 else { return nil }
      while shift > 0 {
        let (product, overflow) = value.multipliedReportingOverflow(by: 10)
        guard !overflow else { return nil }
        value = product
        shift -= 1
      }
      if cutsAtHalf { value += 1 }
    } else {
      guard shift >= -19 else { return 0 }
      var divisor: UInt64 = 1
      for _ in 0..<(-shift) { divisor *= 10 }
      let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
      value = remainder >= divisor / 2 ? quotient + 1 : quotient
    }
    guard value <= UInt64(Int64.max) else { return nil }
    return isNegative ? -Int64(value) : Int64(value)
  }
}

/// A line below the header, as it is written; nothing is checked but the syntax.
package struct TraceLine: Sendable {
  package enum Body: Sendable {
    /// An offset in thousandths of a point.
    case sample(Int64)
    /// A code and its details.
    case event(String, details: TraceValue?)
    /// What stands after `#`.
    case comment(String)
  }

  /// Nanoseconds since the start; a comment has the time of the line before it.
  package var time: Int64
  package var body: Body

  /// True when another layout comes into force, or another content of it.
  var changesLayout: Bool {
    guard case .event(let code, let details) = body else { return false }
    if code == TraceCode.layout.rawValue { return true }
    let codes: [TraceCode] = [.insert, .remove, .access]
    return codes.contains { $0.rawValue == code } && details?["items"] != nil
  }

  /// Reads `[t, y]` or `[t, "code", {...}]`, with the time in milliseconds; further elements are ignored, as unknown keys
  /// are. An offset that does not fit is farther out than any.
  static func read(_ cursor: inout TraceCursor) throws(TraceCursor.Failure) -> (time: DecimalNumber, Body) {
    try cursor.expect(UInt8(ascii: "["))
    let time = try cursor.number()
    try cursor.expect(UInt8(ascii: ","))
    let body: Body
    if cursor.peek() == UInt8(ascii: "\"") {
      let code = try cursor.string()
      let details = cursor.take(UInt8(ascii: ",")) ? try cursor.value() : .nothing
      body = .event(code, details: details.isEmpty ? nil : details)
    } else {
      body = .sample(try cursor.number().scaled(decimals: 3) ?? .max)
    }
    while cursor.take(UInt8(ascii: ",")) { _ = try cursor.value() }
    try cursor.expect(UInt8(ascii: "]"))
    guard cursor.isAtEnd() else { throw .unexpected }
    return (time, body)
  }
}
