/// Writes samples at the frames of a screen, without those that show nothing new.
struct FrameWriter {
  private let refreshHz: Int64
  private var number: Int64 = 0
  private var last: (time: Int64, offset: Int64)?
  /// The last frame that was left out, and the place of its line.
  private var skipped: (time: Int64, line: Int)?

  /// - Precondition: a positive rate, at most a frame a microsecond.
  init(refreshHz: Int) { self.refreshHz = Int64(refreshHz) }

  /// The time of the next frame, in nanoseconds: whole microseconds, so that three decimals of a millisecond hold it.
  var next: Int64 { time(of: number) }

  private func time(of number: Int64) -> Int64 { (number * 1_000_000 + refreshHz / 2) / refreshHz * 1000 }

  /// Goes on with the last frame before `time`; the offset stays until then.
  mutating func rest(until time: Int64) {
    // Times are rounded to microseconds: the quotient is at most one off.
    var next = max(0, time / 1000 * refreshHz / 1_000_000 - 1)
    while self.time(of: next) < time { next += 1 }
    number = max(number, next - 1)
  }

  func isShowing(_ offset: Int64) -> Bool { last?.offset == offset }

  /// Writes the next frame. The one before a movement is written too, which tells rest from a lost frame.
  mutating func write(_ offset: Int64, into document: inout TraceDocument) {
    let time = next
    number += 1
    guard last?.time != time else { return }
    guard let last, last.offset == offset else {
      if let skipped, let last {
        document.lines.insert(.init(time: skipped.time, body: .sample(last.offset)), at: skipped.line)
      }
      return put(time, offset, into: &document)
    }
    skipped = (time, document.lines.count)
  }

  /// Writes a sample between frames, that of a layout or a leap, in place of one of the same time.
  mutating func put(_ time: Int64, _ offset: Int64, into document: inout TraceDocument) {
    if last?.time == time { document.removeLastSample() }
    document.sample(time, offset)
    last = (time, offset)
    skipped = nil
  }

  /// Writes a last sample, unless its offset is written already.
  mutating func flush(at time: Int64, offset: Int64, into document: inout TraceDocument) {
    if last?.offset != offset && last?.time != time { put(time, offset, into: &document) }
  }
}
