import LabBase

/// How the lines of a trace are told by what came before: frames come at the screen's rate, and scrolls go on as fast as
/// they went. What is left over is small: most lines take a byte.
struct PackedMotion {
  /// In what times and offsets are counted.
  struct Units: Hashable {
    /// Nanoseconds, a power of ten.
    var time: Int64 = 1
    /// Steps a point: offsets are whole pixels, or hundredths.
    var steps: Int64 = 1000
    /// Of a frame, in units of time.
    var period: Int64 = 0

    static let stepCounts: [Int64] = [1, 2, 3, 4, 5, 6, 8, 10, 20, 25, 50, 100, 125, 200, 250, 500, 1000]
    static let timesMax: Int64 = 1_000_000_000
    /// Beyond every offset of a trace.
    static let stepsMax: Int64 = 1 << 50

    /// Thousandths of a point, rounded as whoever wrote the trace rounds pixels.
    func offset(_ steps: Int64) -> Int64 {
      let (quotient, rest) = (2000 &* steps &+ self.steps).quotientAndRemainder(dividingBy: 2 &* self.steps)
      return rest < 0 ? quotient - 1 : quotient
    }

    /// Steps whose offset is this; nil where there are none.
    func steps(_ offset: Int64) -> Int64? {
      let (product, overflow) = offset.multipliedReportingOverflow(by: steps)
      guard !overflow else { return nil }
      let near = (product + (product < 0 ? -500 : 500)) / 1000
      guard near.magnitude < UInt64(Units.stepsMax) else { return nil }
      return self.offset(near) == offset ? near : nil
    }
  }

  /// What a line is.
  enum Kind { case event, comment, sample }

  /// A line is at most three numbers.
  static let lineBytesMax = 3 * 10

  /// The lowest three bits of a line's first number: an event, a comment, a sample at any time, samples a frame after the
  /// last. The others are the time since the line before, or how far off the offset is.
  private static let (event, comment, sample, next): (UInt64, UInt64, UInt64, UInt64) = (0, 1, 2, 3)

  let units: Units
  /// In units: of the last line, and of the last sample.
  private(set) var time: Int64 = 0
  private var sampleTime: Int64 = 0
  private(set) var steps: Int64 = 0
  private var speed: Int64 = 0
  private var skipped: Int64 = 1

  init(_ units: Units) { self.units = units }

  mutating func writeEvent(at time: Int64, _ writer: inout ByteWriter) {
    writer.varint(UInt64(time - self.time) << 3 | PackedMotion.event)
    self.time = time
  }

  func writeComment(_ writer: inout ByteWriter) { writer.varint(PackedMotion.comment) }

  mutating func writeSample(at time: Int64, steps: Int64, _ writer: inout ByteWriter) {
    let elapsed = time - sampleTime
    let count = units.period > 0 ? (2 * elapsed + units.period) / (2 * units.period) : 0
    let off = ZigZag.unsigned(elapsed - count * units.period)
    let residual = ZigZag.unsigned(steps - predicted(count)) << 3
    if count == 1 && off <= 7 - PackedMotion.next {
      writer.varint(residual | (PackedMotion.next + off))
    } else {
      writer.varint(residual | PackedMotion.sample)
      writer.varint(UInt64(count))
      writer.varint(off)
    }
    show(time, steps, count)
  }

  /// Reads the next line; nil where the bytes are none of a line. Numbers of hostile bytes may be any.
  mutating func read(_ reader: inout ByteReader) -> Kind? {
    guard let word = reader.varint() else { return nil }
    let (symbol, rest) = (word & 7, word >> 3)
    switch symbol {
    case PackedMotion.event:
      time = time &+ Int64(rest)
      return .event
    case PackedMotion.comment: return .comment
    case PackedMotion.sample:
      guard let count = reader.varint(), count < 1 << 48, let off = reader.varint() else { return nil }
      readSample(after: Int64(count), ZigZag.signed(off), ZigZag.signed(rest))
    default: readSample(after: 1, ZigZag.signed(symbol - PackedMotion.next), ZigZag.signed(rest))
    }
    return .sample
  }

  private mutating func readSample(after count: Int64, _ off: Int64, _ residual: Int64) {
    show(sampleTime &+ count &* units.period &+ off, predicted(count) &+ residual, count)
  }

  private func predicted(_ count: Int64) -> Int64 {
    if count == skipped { return steps &+ speed }
    // After a rest a scroll begins anew.
    return count > 6 ? steps : steps &+ speed &* count / skipped
  }

  private mutating func show(_ time: Int64, _ steps: Int64, _ count: Int64) {
    speed = steps &- self.steps
    self.steps = steps
    skipped = max(count, 1)
    (self.time, sampleTime) = (time, time)
  }
}

/// Numbers with a sign as numbers without one, small ones small: 0, -1, 1, -2, 2.
enum ZigZag {
  static func unsigned(_ value: Int64) -> UInt64 { UInt64(bitPattern: value << 1 ^ value >> 63) }

  static func signed(_ value: UInt64) -> Int64 { Int64(bitPattern: value >> 1 ^ (0 &- (value & 1))) }
}
