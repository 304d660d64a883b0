extension TraceDocument {
  /// Samples closer than this are joined by a straight line; across a longer gap the offset holds, as in a replay.
  private static let gapMax: Int64 = 100_000_000

  /// The same scroll seen by a screen of another rate: frames at its times, between two samples in proportion to time.
  /// Events keep their times; leaps and layouts keep their own frame.
  ///
  /// - Precondition: 1 to 1000 hertz.
  public func resampled(hz: Int) -> TraceDocument {
    precondition((1...1000).contains(hz), "a refresh rate from 1 to 1000 Hz")
    var result = TraceDocument(header: header)
    result.header.set("refresh_hz", .integer(Int64(hz)))
    var frames = FrameWriter(refreshHz: hz)
    let targets = following
    var last: (time: Int64, offset: Int64)?
    var leaps = true
    for (index, line) in lines.enumerated() {
      while let from = last, frames.next < line.time {
        frames.write(TraceDocument.offset(at: frames.next, from, targets[index]), into: &result)
        if !TraceDocument.moves(from, targets[index]) { frames.rest(until: line.time) }
      }
      switch line.body {
      case .sample(let offset):
        if last == nil { frames.skip(to: line.time) }
        if leaps { frames.put(line.time, offset, into: &result) }
        last = (line.time, offset)
        leaps = false
      case .event(let code, _):
        result.lines.append(line)
        leaps = leaps || TraceDocument.isLeap(code)
      case .comment: result.lines.append(line)
      }
      // A frame at the very time of a line shows what the line says.
      if case .sample(let offset) = line.body, frames.next == line.time { frames.write(offset, into: &result) }
    }
    // The last frame stands before `end`.
    if let last, case .event("end", _)? = result.lines.last?.body, let end = result.lines.popLast() {
      frames.flush(at: end.time, offset: last.offset, into: &result)
      result.lines.append(end)
    }
    return result
  }

  /// For each line, the sample that the movement before it goes to; nil where the offset holds.
  private var following: [(time: Int64, offset: Int64)?] {
    var targets = [(time: Int64, offset: Int64)?](repeating: nil, count: lines.count)
    var next: (time: Int64, offset: Int64)?
    for index in lines.indices.reversed() {
      switch lines[index].body {
      case .sample(let offset): next = (lines[index].time, offset)
      case .event(let code, _) where TraceDocument.isLeap(code): next = nil
      default: break
      }
      targets[index] = next
    }
    return targets
  }

  private static func offset(
    at time: Int64, _ from: (time: Int64, offset: Int64), _ to: (time: Int64, offset: Int64)?
  ) -> Int64 {
    guard let to, moves(from, to) else { return from.offset }
    let way = Int128(to.offset - from.offset) * Int128(time - from.time)
    return from.offset + Int64(way / Int128(to.time - from.time))
  }

  /// Whether the offset is on its way between two samples; it holds otherwise.
  private static func moves(_ from: (time: Int64, offset: Int64), _ to: (time: Int64, offset: Int64)?) -> Bool {
    to.map { $0.time > from.time && $0.time - from.time <= gapMax } ?? false
  }

  private static func isLeap(_ code: String) -> Bool {
    ["jump", "layout", "insert", "remove", "access", "scrub"].contains(code)
  }
}

/// Writes samples at the frames of a screen, and leaves out those that show nothing new.
struct FrameWriter {
  private let refreshHz: Int64
  private var number: Int64 = 0
  private var last: (time: Int64, offset: Int64)?
  /// The last frame that was left out, and where its line would stand.
  private var skipped: (time: Int64, line: Int)?

  /// - Precondition: a positive rate, at most a frame a microsecond.
  init(refreshHz: Int) { self.refreshHz = Int64(refreshHz) }

  /// The time of the next frame, in nanoseconds: whole microseconds, so that three decimals of a millisecond hold it.
  var next: Int64 { time(of: number) }

  private func time(of number: Int64) -> Int64 { (number * 1_000_000 + refreshHz / 2) / refreshHz * 1000 }

  /// Goes on with the first frame at `time` or later, and leaves out those before.
  mutating func skip(to time: Int64) { number = max(number, self.number(at: time)) }

  /// Goes on with the last frame before `time`: what the offset shows until then is written.
  mutating func rest(until time: Int64) { number = max(number, self.number(at: time) - 1) }

  /// True where the last sample shows this offset already.
  func shows(_ offset: Int64) -> Bool { last?.offset == offset }

  private func number(at time: Int64) -> Int64 {
    // Times are rounded to microseconds: the quotient is at most one off.
    var number = max(0, time / 1000 * refreshHz / 1_000_000 - 1)
    while self.time(of: number) < time { number += 1 }
    return number
  }

  /// Writes the next frame. The one before a movement is written too, so that rest can be told from a lost frame.
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

  /// A sample between frames, that of a layout or a leap.
  mutating func put(_ time: Int64, _ offset: Int64, into document: inout TraceDocument) {
    document.sample(time, offset)
    last = (time, offset)
    skipped = nil
  }

  /// A last sample, if what it shows was not written yet.
  mutating func flush(at time: Int64, offset: Int64, into document: inout TraceDocument) {
    if last?.offset != offset && last?.time != time { put(time, offset, into: &document) }
  }
}
