/// The properties of a trace as a whole, for display.
public struct TraceInfo: Sendable {
  public fileprivate(set) var seconds = 0.0
  public fileprivate(set) var sampleCount = 0
  /// The fastest movement between two samples, in viewport heights a second, without jumps and layout changes; the mean
  /// while moving, and the speeds that are not exceeded in half and in nine tenths of the moving time.
  public fileprivate(set) var (peakSpeed, meanSpeed, medianSpeed, p90Speed) = (0.0, 0.0, 0.0, 0.0)
  /// The samples a second while it moves, by their median distance.
  public fileprivate(set) var rate = 0.0
  /// The share of the time in which the offset moves.
  public fileprivate(set) var movingShare = 0.0
  /// The way in viewport heights, with jumps, without layout changes.
  public fileprivate(set) var distance = 0.0
  /// The number of changes of direction.
  public fileprivate(set) var reversals = 0
  public fileprivate(set) var jumps = 0
  public fileprivate(set) var layoutChanges = 0
  /// The number of times at which photos came, went or became visible.
  public fileprivate(set) var contentChanges = 0
  /// The number of samples beyond either end of the content.
  public fileprivate(set) var overscrolledSamples = 0
  /// The farthest beyond either end, in points.
  public fileprivate(set) var overscrollPoints = 0.0
  /// The number of photos of which at least a part was on the screen.
  public fileprivate(set) var cellsSeen = 0
  /// True if it has touches, lifts and the like, without which strategies see offsets alone.
  public fileprivate(set) var hasPhases = false
  /// The number of lifts, and of those that tell where the scroll will stop.
  public fileprivate(set) var (lifts, targets) = (0, 0)
  /// The number of scrolls to the top, whose target is known, and of drags of the scroll indicator.
  public fileprivate(set) var (ways, scrubs) = (0, 0)

  public init(_ trace: Trace) {
    var walk = TraceWalk(trace)
    for entry in trace.entries { walk.take(entry) }
    self = walk.info
    seconds = Double(trace.end.rawValue) / 1e9
    cellsSeen = walk.seen.count { $0 }
    let steps = walk.steps.sorted { ($0.speed, $0.elapsed) < ($1.speed, $1.elapsed) }
    guard let peak = steps.last?.speed else { return }
    let movingTime = steps.reduce(0) { $0 + $1.elapsed }
    peakSpeed = peak
    meanSpeed = steps.reduce(0) { $0 + $1.speed * $1.elapsed } / movingTime
    movingShare = seconds > 0 ? movingTime / seconds : 0
    rate = 1 / steps.map { $0.elapsed }.sorted()[steps.count / 2]
    func quantile(_ share: Double) -> Double {
      var passed = 0.0
      return steps.first { step in
        passed += step.elapsed
        return passed >= share * movingTime
      }?.speed ?? peak
    }
    (medianSpeed, p90Speed) = (quantile(0.5), quantile(0.9))
  }

  fileprivate init() {}
}

private struct TraceWalk {
  private let trace: Trace
  private var layoutNumber = 0
  private var last: (time: Int64, offset: Int64)?
  private var direction: Int64 = 0
  private var (isLeaping, isChanged) = (false, false)

  private(set) var info = TraceInfo()
  /// The movements from sample to sample: viewport heights a second, and seconds.
  private(set) var steps: [(speed: Double, elapsed: Double)] = []
  private(set) var seen: [Bool]
  private var shown = ItemRange.empty

  init(_ trace: Trace) {
    self.trace = trace
    let bounds = zip(trace.layouts, trace.contents).map { $1?.photoBound ?? $0.count }
    seen = Array(repeating: false, count: Int(bounds.max() ?? 0))
  }

  mutating func take(_ entry: TraceEntry) {
    if entry.isOfFinger { info.hasPhases = true }
    if let number = entry.layout {
      // What the frame before showed lies elsewhere now.
      (layoutNumber, shown, isChanged) = (number, .empty, true)
      if entry.kind == .event(.layout) { info.layoutChanges += 1 } else { info.contentChanges += 1 }
    }
    switch entry.kind {
    case .sample:
      info.sampleCount += 1
      show(entry.value)
      if let last, !isChanged { step(from: last, to: (entry.time, entry.value)) }
      last = (entry.time, entry.value)
      (isLeaping, isChanged) = (false, false)
    case .event(.jump):
      info.jumps += 1
      isLeaping = true
    case .event(.up):
      info.lifts += 1
      if entry.target != nil { info.targets += 1 }
    case .event(.top): info.ways += 1
    case .event(.scrub): info.scrubs += Int(entry.value)
    case .event, .signal: break
    }
  }

  private mutating func step(from: (time: Int64, offset: Int64), to: (time: Int64, offset: Int64)) {
    let moved = to.offset - from.offset
    guard moved != 0 else { return }
    let screens = Double(moved.magnitude) / Double(trace.layouts[layoutNumber].viewportHeight.rawValue)
    info.distance += screens
    if !isLeaping {
      let elapsed = Double(to.time - from.time) / 1e9
      steps.append((screens / elapsed, elapsed))
    }
    if direction * moved.signum() < 0 { info.reversals += 1 }
    direction = moved.signum()
  }

  private mutating func show(_ offset: Int64) {
    let layout = trace.layouts[layoutNumber]
    let past = max(-offset, offset - layout.lastOffset.rawValue)
    if past > 0 {
      info.overscrolledSamples += 1
      info.overscrollPoints = max(info.overscrollPoints, Double(past) / 1000)
    }
    let items = layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: offset)))
    if items == shown { return }
    shown = items
    for photos in trace.contents[layoutNumber]?.photos(at: items) ?? [items] {
      for photo in photos.lower..<photos.upper { seen[Int(photo)] = true }
    }
  }
}
