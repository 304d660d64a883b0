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
