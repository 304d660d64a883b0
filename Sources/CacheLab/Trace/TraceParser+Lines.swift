import StrategyKit

extension TraceParser {
  mutating func addSample(_ number: TraceLine.Number, time: TraceLine.Number) throws(TraceError) {
    try addSample(number.value.scaled(decimals: 3), number.range, at: try self.time(time), time.range)
  }

  /// A sample whose numbers are read; nil is an offset that does not fit. The ranges are for messages.
  @inline(__always)
  mutating func addSample(
    _ offset: Int64?, _ offsetText: Range<Int>, at time: Int64, _ timeText: Range<Int>
  ) throws(TraceError) {
    try advance(to: time, timeText)
    if isAfterEnd { return ignoreAfterEnd() }
    guard pending == nil else { throw failure(.twoSamplesAtOneTime, value: cursor.text(timeText)) }
    // Nothing near the limits of the arithmetic is in the bounds of any layout.
    guard let offset, offset.magnitude <= TraceParser.offsetMax.rawValue else { throw outOfBounds(offsetText) }
    pending = PendingSample(offset: offset, line: line, timeText: timeText, offsetText: offsetText)
  }

  mutating func addEvent(_ name: String, _ details: TraceValue, time: TraceLine.Number) throws(TraceError) {
    try addEvent(name, details, at: try self.time(time), time.range)
  }

  mutating func addEvent(
    _ name: String, _ details: TraceValue, at time: Int64, _ timeText: Range<Int>
  ) throws(TraceError) {
    try advance(to: time, timeText)
    if isAfterEnd { return ignoreAfterEnd() }
    if name == "phase" { return try readSignal(details) }
    guard let code = TraceCode(rawValue: name) else { return try readSessionLine(name, details) }
    motion.note(code, details, time: lastTime)
    var entry = TraceEntry(time: lastTime, value: 0, kind: .event(code))
    switch code {
    case .layout:
      try readLayout(details)
      entry.value = Int64(layouts.count - 1)
    case .end:
      // A later one is ignored like every line after the end.
      end = lastTime
      return
    case .insert, .remove, .access:
      guard try readContent(code, details) else { return }
      entry.value = Int64(layouts.count - 1)
    case .up: entry.value = offset("target", in: details)
    case .bounce: entry.value = offset("to", in: details)
    case .scrub: entry.value = details.saysNo("on") ? 0 : 1
    default: break
    }
    entries.append(entry)
  }

  /// An offset that is a hint: one that no trace can have is none.
  func offset(_ key: String, in details: TraceValue) -> Int64 {
    guard case .number(let number, _)? = details[key], let offset = number.scaled(decimals: 3),
      offset.magnitude <= TraceParser.offsetMax.rawValue
    else { return TraceEntry.unknown }
    return offset
  }

  /// The lines of `lastTime` are all read: its frame follows its events.
  mutating func settle() throws(TraceError) {
    if let sample = pending {
      pending = nil
      try check(sample)
      show(sample.offset)
    } else if hasNewLayout, let shown {
      // A layout without a sample is a frame all the same: the offset in force, clamped to the new content.
      let last = content.height - layouts[layouts.count - 1].viewportHeight
      show(min(max(shown.offset, 0), max(last, .zero).rawValue))
    }
    hasNewLayout = false
  }

  /// A time in milliseconds as nanoseconds, not before that of the line above.
  private func time(_ number: TraceLine.Number) throws(TraceError) -> Int64 {
    func text() -> String { cursor.text(number.range) }
    guard !number.value.isNegative || number.value.digits == 0 else { throw failure(.negativeTime, value: text()) }
    guard let time = number.value.scaled(decimals: 6), time <= TraceParser.timeMax else {
      throw failure(.outOfRange(key: "t", allowed: "at most 30 days"), value: text())
    }
    return time
  }

  /// Goes on to a time, not before that of the line above.
  private mutating func advance(to time: Int64, _ timeText: Range<Int>) throws(TraceError) {
    if time == lastTime { return }
    guard time > lastTime else {
      let previous = MilliPoints(rawValue: lastTime / 1000).description
      throw failure(.timeGoesBack(previous: previous), value: cursor.text(timeText))
    }
    try settle()
    lastTime = time
  }

  /// Bounds and motion, by the layout and the events of the sample's time.
  private mutating func check(_ sample: PendingSample) throws(TraceError) {
    let height = layouts[layouts.count - 1].viewportHeight
    let high = max(.zero, content.height - height) + height
    guard sample.offset >= -height.rawValue, sample.offset <= high.rawValue else {
      throw outOfBounds(sample.offsetText, line: sample.line)
    }
    if let shown {
      let complaint = motion.complaint(from: shown, to: (lastTime, sample.offset))
      if let complaint { warn(complaint, line: sample.line) }
    } else if lastTime != 0 {
      warn("the first sample is at \(cursor.text(sample.timeText)) ms, not at 0", line: sample.line)
    }
    motion.sampled(at: lastTime, moved: shown.map { $0.offset != sample.offset } ?? false)
  }

  private mutating func show(_ offset: Int64) {
    shown = (lastTime, offset)
    entries.append(TraceEntry(time: lastTime, value: offset, kind: .sample))
  }

  private func outOfBounds(_ text: Range<Int>, line: Int? = nil) -> TraceError {
    let height = layouts[layouts.count - 1].viewportHeight
    let high = max(.zero, content.height - height) + height
    return failure(
      .offsetOutOfBounds(low: "\(MilliPoints.zero - height)", high: "\(high)"), value: cursor.text(text), line: line)
  }

  private var isAfterEnd: Bool { end.map { lastTime > $0 } ?? false }

  private mutating func ignoreAfterEnd() { warn("comes after \"end\": it was left out") }
}
