/// Plays gestures on a scroll model and writes down what each frame shows.
///
/// Gestures become stretches, times in which the offset follows one formula; frames then read them. All arithmetic is
/// IEEE additions, multiplications, divisions and `ExactMath`: the same bytes on every machine.
struct Synthesizer {
  let synthesis: Synthesis
  var layout: GridLayout
  var document: TraceDocument
  /// The microseconds up to which everything is written.
  var clock: Int64 = 0
  /// The course of the offset from now on; the last stretch never ends.
  var stretches: ArraySlice<Stretch> = []
  /// The future reports of the scroll itself, by time.
  var reports: [(time: Int64, code: TraceCode, details: TraceValue?)] = []
  private var frame: Int64 = 0
  private var last: (time: Int64, offset: Int64)?
  /// The last frame that was left out, and the place of its line.
  private var skipped: (time: Int64, line: Int)?
  var photoCount: Int32

  init(_ synthesis: Synthesis, header: TraceValue) {
    self.synthesis = synthesis
    (layout, photoCount) = (synthesis.layout, synthesis.layout.count)
    document = TraceDocument(header: header)
    follow([], rest: inside(synthesis.startOffset))
  }

  var model: ScrollModel { synthesis.model }
  private var refreshHz: Int64 { Int64(synthesis.refreshHz) }
  /// The last offset that is no overscroll, in points.
  var lastOffset: Double { Double(layout.lastOffset.rawValue) / 1000 }
  var offsetInside: Double { inside(shown(at: clock).offset) }
  var height: Double { Double(layout.viewportHeight.rawValue) / 1000 }
  private var limit: Int64 {
    synthesis.durationMs.map { Int64(($0 * 1000).rounded()) } ?? Synthesis.secondsMax * 1_000_000
  }

  mutating func run(_ source: some Fingers) throws(InputError) -> TraceDocument {
    var fingers = source
    while clock < limit {
      let gestures = fingers.next(at: shown(at: clock).offset, of: lastOffset)
      if gestures.isEmpty { break }
      for gesture in gestures where clock < limit { try gesture(&self) }
    }
    if synthesis.durationMs == nil {
      advance(to: max(clock, stretches[stretches.endIndex - 1].start))
      guard clock < limit else {
        throw InputError("script", "the trace would be longer than \(Synthesis.secondsMax) s", cure: "cut the script")
      }
    } else {
      advance(to: limit)
    }
    // The frame that rests stands before the end.
    let rest = shown(at: clock).offset
    if last?.offset != quantised(rest) && last?.time != clock * 1000 { show(rest) }
    document.event(clock * 1000, .end)
    return document
  }

  func inside(_ offset: Double) -> Double { min(max(offset, 0), lastOffset) }

  mutating func advance(to time: Int64) {
    let end = min(time, limit)
    while let report = reports.first, report.time < end {
      writeFrames(until: report.time)
      document.event(report.time * 1000, report.code, report.details)
      reports.removeFirst()
    }
    writeFrames(until: end)
    clock = max(clock, end)
  }

  /// The time of the next frame, in whole microseconds, so that three decimals of a millisecond hold it.
  var nextFrame: Int64 { (frame * 1_000_000 + refreshHz / 2) / refreshHz }

  /// Writes the frames that show something new, and the one before a movement, which tells rest from a lost frame.
  private mutating func writeFrames(until end: Int64) {
    while nextFrame < end {
      while stretches.count > 1, stretches[stretches.startIndex].end <= nextFrame { stretches.removeFirst() }
      let stretch = stretches[stretches.startIndex]
      if case .still(let offset) = stretch.curve, last?.offset == quantised(offset) {
        // Goes on with the last frame of the rest.
        frame = max(frame, (min(stretch.end, end) * refreshHz - refreshHz / 2 - 1) / 1_000_000)
      }
      let time = nextFrame * 1000
      let offset = quantised(shown(at: nextFrame).offset)
      frame += 1
      if last?.time == time { continue }
      if last?.offset == offset {
        skipped = (time, document.lines.count)
        continue
      }
      if let skipped, let last {
        document.lines.insert(TraceLine(time: skipped.time, body: .sample(last.offset)), at: skipped.line)
      }
      put(time, offset)
    }
  }

  private mutating func put(_ time: Int64, _ offset: Int64) {
    document.sample(time, offset)
    last = (time, offset)
    skipped = nil
  }

  /// Shows an offset now, that of a layout or a leap, in place of a frame of the same time.
  mutating func show(_ offset: Double) {
    if last?.time == clock * 1000 { document.removeLastSample() }
    put(clock * 1000, quantised(offset))
  }

  mutating func report(_ code: TraceCode, _ details: TraceValue? = nil) {
    if clock < limit { document.event(clock * 1000, code, details) }
  }

  /// Replaces the course of the offset by `curves`, whose lengths are microseconds, and then `rest`.
  mutating func follow(_ curves: [(curve: Stretch.Curve, length: Int64)], rest: Double) {
    reports = []
    stretches = []
    var time = clock
    for (curve, length) in curves where length > 0 {
      stretches.append(Stretch(start: time, end: time + length, curve: curve))
      time += length
    }
    stretches.append(Stretch(start: time, end: .max, curve: .still(rest)))
  }

  /// Returns the visible offset and speed, in points, at a time that is not before now.
  func shown(at time: Int64) -> (offset: Double, speed: Double) {
    let stretch = stretches.first { $0.end > time } ?? stretches[stretches.endIndex - 1]
    let motion = stretch.motion(at: time)
    if case .spring = stretch.curve { return motion }
    let edge = inside(motion.offset)
    let past = (motion.offset - edge).magnitude
    guard past > 0 else { return motion }
    guard model.hasBounce else { return (edge, 0) }
    let band = RubberBand(dimension: height)
    return (edge + (motion.offset < edge ? -1 : 1) * band.stretch(past), motion.speed * band.gain(past))
  }

  /// Returns an offset in thousandths of a point, rounded to the steps of the model.
  func quantised(_ offset: Double) -> Int64 {
    let (low, high) = (-layout.viewportHeight.rawValue, (layout.lastOffset + layout.viewportHeight).rawValue)
    var value = Int64((offset * 1000).rounded())
    // Offsets are whole pixels on iOS and Android, whole points in a page; Flutter's are not rounded.
    if model != .flutter {
      let steps = model == .chromium ? 1000 : layout.scaleThousandths
      let pixels = Int64((offset * Double(steps) / 1000).rounded())
      value = Int64((Double(pixels) * 1_000_000 / Double(steps)).rounded())
    }
    // The end itself may lie between two steps.
    if offset >= 0 && offset <= lastOffset { return min(max(value, 0), layout.lastOffset.rawValue) }
    return min(max(value, low), high)
  }
}
