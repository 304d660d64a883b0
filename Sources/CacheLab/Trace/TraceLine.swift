/// A line after the header, as it is written; nothing is checked but the syntax.
enum TraceLine {
  /// A number and where it stands.
  struct Number {
    var value: DecimalNumber
    var range: Range<Int>
  }

  case sample(time: Number, offset: Number)
  case event(time: Number, code: String, details: TraceValue)

  /// Reads `[t, y]` or `[t, "code", {...}]`; further elements are ignored, as unknown keys are.
  init(_ cursor: inout TraceCursor) throws(TraceCursor.Failure) {
    try cursor.expect(UInt8(ascii: "["))
    let time = try Number(&cursor)
    try cursor.expect(UInt8(ascii: ","))
    if cursor.peek() == UInt8(ascii: "\"") {
      let code = try cursor.string()
      self = .event(time: time, code: code, details: cursor.take(UInt8(ascii: ",")) ? try cursor.value() : .nothing)
    } else {
      self = .sample(time: time, offset: try Number(&cursor))
    }
    while cursor.take(UInt8(ascii: ",")) { _ = try cursor.value() }
    try cursor.expect(UInt8(ascii: "]"))
    guard cursor.isAtEnd() else { throw .unexpected }
  }
}

extension TraceLine.Number {
  init(_ cursor: inout TraceCursor) throws(TraceCursor.Failure) {
    _ = cursor.peek()
    let start = cursor.position
    value = try cursor.number()
    range = start..<cursor.position
  }
}
