import StrategyKit

/// How the lines of a trace are told by what came before: frames come at the screen's rate, and scrolls go on as fast as
/// they went. What is left over is small.
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
    @inline(__always) func offset(_ steps: Int64) -> Int64 {
      if self.steps == 1000 { return steps }
      if self.steps == 1 { return steps &* 1000 }
      // Most screens have three pixels a point: what is divided by a constant is multiplied.
      if self.steps == 3 { return Units.floor(2000 &* steps &+ 3, by: 6) }
      return Units.floor(2000 &* steps &+ self.steps, by: 2 &* self.steps)
    }

    @inline(__always)
    private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
      let (quotient, rest) = number.quotientAndRemainder(dividingBy: divisor)
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

  /// Contexts: what kind of line comes and how far off its frame is, by the two lines before; frames that were skipped,
  /// times off any frame, times of events, and eight of offsets, by how far off the last ones were.
  static let contextCount = 47
  static let frames = 36
  static let odd = 37
  static let events = 38
  static let offsets = 39
  /// Symbols of a line: an event, a comment, a sample at any time, samples a frame after the last.
  static let event = 0
  static let comment = 1
  static let sample = 2
  static let next = 3
  private static let nextMax: UInt64 = 12

  let units: Units
  /// In units: of the last line, and of the last sample.
  private(set) var time: Int64 = 0
  private var sampleTime: Int64 = 0
  private(set) var steps: Int64 = 0
  private var speed: Int64 = 0
  private var skipped: Int64 = 1
  private var error: UInt64 = 0
  /// The context of the next line.
  private(set) var history = 0
  /// The part of it that stays for the line after that.
  private var lastKind = 0

  init(_ units: Units) { self.units = units }

  @inline(__always)
  var offsetContext: Int { PackedMotion.offsets + min(UInt64.bitWidth - error.leadingZeroBitCount, 7) }

  @inline(__always)
  private mutating func note(_ kind: Int) { (history, lastKind) = (lastKind &* 6 &+ kind, kind) }

  // MARK: Writing

  mutating func writeEvent(at time: Int64, _ writer: inout SymbolWriter) {
    writer.put(PackedMotion.event, in: history)
    note(0)
    writer.put(number: UInt64(time - self.time), in: PackedMotion.events)
    self.time = time
  }

  mutating func writeComment(_ writer: inout SymbolWriter) {
    writer.put(PackedMotion.comment, in: history)
    note(0)
  }

  mutating func writeSample(at time: Int64, steps: Int64, _ writer: inout SymbolWriter) {
    let elapsed = time - sampleTime
    let count = units.period > 0 ? (2 * elapsed + units.period) / (2 * units.period) : 0
    let off = elapsed - count * units.period
    let symbol = ZigZag.unsigned(off)
    if count == 1 && symbol <= PackedMotion.nextMax {
      writer.put(PackedMotion.next + Int(symbol), in: history)
      note(2 + Int(min(symbol, 3)))
    } else {
      writer.put(PackedMotion.sample, in: history)
      note(1)
      writer.put(number: UInt64(count), in: PackedMotion.frames)
      writer.put(signed: off, in: PackedMotion.odd)
    }
    let residual = steps - predicted(count)
    writer.put(signed: residual, in: offsetContext)
    show(time, steps, count, residual)
  }

  // MARK: Reading

  @inline(__always)
  mutating func readEvent(_ reader: inout SymbolReader) {
    note(0)
    time = time &+ Int64(truncatingIfNeeded: reader.number(PackedMotion.events))
  }

  mutating func readComment() { note(0) }

  /// Reads samples in a row.
  ///
  /// - Parameters:
  ///   - reader: Stands behind the next line's symbol, then behind that of the line after the samples.
  ///   - symbol: The next line's, then that of the line after the samples.
  ///   - samples: Room for them.
  ///   - lines: How many lines are left; the last has no symbol after it.
  /// - Returns: How many samples there are: at least one.
  @unsafe mutating func readSamples(
    _ reader: inout SymbolReader, _ symbol: inout Int, into samples: UnsafeMutableBufferPointer<TraceEntry>, lines: Int
  ) throws(TracePackDamage) -> Int {
    // In registers from the first sample to the last.
    var (motion, symbols, next, count) = (self, reader, symbol, 0)
    defer { (self, reader, symbol) = (motion, symbols, next) }
    let (timeMax, most) = (TraceParser.timeMax / units.time, min(lines, samples.count))
    repeat {
      let last = motion.time
      motion.readSample(next, &symbols)
      guard motion.time >= last, motion.time <= timeMax, motion.steps.magnitude < Units.stepsMax else {
        throw TracePackDamage("a sample lies outside of all traces")
      }
      unsafe samples[count] = TraceEntry(
        time: motion.time &* units.time, value: units.offset(motion.steps), kind: .sample)
      count += 1
      if count < lines { next = symbols.symbol(motion.history) }
    } while count < most && next >= PackedMotion.sample
    return count
  }

  @inline(__always)
  private mutating func readSample(_ symbol: Int, _ reader: inout SymbolReader) {
    var (count, off): (Int64, Int64)
    if symbol >= PackedMotion.next {
      let coded = UInt64(symbol - PackedMotion.next)
      (count, off) = (1, ZigZag.signed(coded))
      note(2 + Int(min(coded, 3)))
    } else {
      note(1)
      count = Int64(truncatingIfNeeded: reader.number(PackedMotion.frames) & (1 << 48 - 1))
      off = reader.signed(PackedMotion.odd)
    }
    let residual = reader.signed(offsetContext)
    show(sampleTime &+ count &* units.period &+ off, predicted(count) &+ residual, count, residual)
  }

  // MARK: Both

  @inline(__always)
  private func predicted(_ count: Int64) -> Int64 {
    if count == skipped { return steps &+ speed }
    // After a rest a scroll begins anew.
    return count > 6 ? steps : steps &+ speed &* count / skipped
  }

  @inline(__always)
  private mutating func show(_ time: Int64, _ steps: Int64, _ count: Int64, _ residual: Int64) {
    error = (residual.magnitude &* 2 &+ error &* 2 &+ 1) / 3
    speed = steps &- self.steps
    self.steps = steps
    skipped = max(count, 1)
    sampleTime = time
    self.time = time
  }
}
