import StrategyKit

/// What there is to say about a trace as a whole. Floating point is for display only.
public struct TraceInfo: Sendable {
  public fileprivate(set) var seconds = 0.0
  public fileprivate(set) var sampleCount = 0
  /// Fastest movement between two samples, in viewport heights a second; jumps and layout changes left out.
  public fileprivate(set) var peakSpeed = 0.0
  /// Mean speed while moving, likewise.
  public fileprivate(set) var meanSpeed = 0.0
  /// The speed that is not passed in half of the time spent moving, likewise.
  public fileprivate(set) var medianSpeed = 0.0
  /// The speed that is not passed in nine tenths of the time spent moving, likewise.
  public fileprivate(set) var p90Speed = 0.0
  /// Samples a second while it moves: the one over the distance that half of the samples have at most.
  public fileprivate(set) var rate = 0.0
  /// Share of the time, from the first sample to the end, in which the offset moves.
  public fileprivate(set) var movingShare = 0.0
  /// Way in viewport heights, jumps included, layout changes left out.
  public fileprivate(set) var distance = 0.0
  /// Changes of direction.
  public fileprivate(set) var reversals = 0
  public fileprivate(set) var jumps = 0
  public fileprivate(set) var layoutChanges = 0
  /// Times at which photos came, went or became visible.
  public fileprivate(set) var contentChanges = 0
  /// Samples beyond either end of the content.
  public fileprivate(set) var overscrolledSamples = 0
  /// The farthest beyond either end, in points.
  public fileprivate(set) var overscrollPoints = 0.0
  /// Different photos of which at least a part was on the screen in some frame.
  public fileprivate(set) var cellsSeen = 0
  /// What it tells of the finger.
  public fileprivate(set) var signals = TraceSignals()

  public init(_ trace: Trace) {
    var walk = TraceWalk(trace)
    for entry in trace.entries { walk.take(entry) }
    self = walk.info
    seconds = Double(trace.end.rawValue) / 1e9
    cellsSeen = walk.seen.count { $0 }
    let steps = walk.steps.sorted { ($0.speed, $0.elapsed) < ($1.speed, $1.elapsed) }
    let movingTime = steps.reduce(0) { $0 + $1.elapsed }
    let peak = steps.last?.speed ?? 0
    peakSpeed = peak
    meanSpeed = movingTime > 0 ? steps.reduce(0) { $0 + $1.speed * $1.elapsed } / movingTime : 0
    movingShare = seconds > 0 ? movingTime / seconds : 0
    let distances = steps.map { $0.elapsed }.sorted()
    rate = distances.isEmpty ? 0 : 1 / distances[distances.count / 2]
    func quantile(_ share: Double) -> Double {
      var passed = 0.0
      return steps.first { step in
        passed += step.elapsed
        return passed >= share * movingTime
      }?.speed ?? peak
    }
    medianSpeed = steps.isEmpty ? 0 : quantile(0.5)
    p90Speed = steps.isEmpty ? 0 : quantile(0.9)
  }

  fileprivate init() {}
}

/// Goes through a trace's entries and adds up what `TraceInfo` tells.
private struct TraceWalk {
  private let trace: Trace
  /// The number of the layout in force.
  private var number = 0
  private var last: (time: Int64, offset: Int64)?
  private var direction: Int64 = 0
  private var leaps = false
  private var changed = false

  private(set) var info = TraceInfo()
  /// Movements from sample to sample: viewport heights a second, and for how many seconds.
  private(set) var steps: [(speed: Double, elapsed: Double)] = []
  /// By photo.
  private(set) var seen: [Bool]
  private var shown = 0..<0

  init(_ trace: Trace) {
    self.trace = trace
    let bounds = zip(trace.layouts, trace.contents).map { $1?.photoBound ?? $0.count }
    seen = Array(repeating: false, count: Int(bounds.max() ?? 0))
  }

  mutating func take(_ entry: TraceEntry) {
    info.signals.take(entry)
    switch entry.kind {
    case .event(.jump):
      info.jumps += 1
      leaps = true
    case .event(.layout):
      info.layoutChanges += 1
      changed = true
      show(entry)
    case .event(.insert), .event(.remove), .event(.access):
      info.contentChanges += 1
      changed = true
      show(entry)
    case .event, .signal: break
    case .sample: takeSample(entry.time, entry.value)
    }
  }

  private mutating func show(_ entry: TraceEntry) {
    number = entry.layout ?? number
    // What the frame before showed lies elsewhere now.
    shown = 0..<0
  }

  private mutating func takeSample(_ time: Int64, _ offset: Int64) {
    info.sampleCount += 1
    let layout = trace.layouts[number]
    let past = max(-offset, offset - layout.lastOffset.rawValue)
    if past > 0 {
      info.overscrolledSamples += 1
      info.overscrollPoints = max(info.overscrollPoints, Double(past) / 1000)
    }
    if let last, !changed { step(from: last, to: (time, offset)) }
    see(offset)
    last = (time, offset)
    (leaps, changed) = (false, false)
  }

  private mutating func step(from: (time: Int64, offset: Int64), to: (time: Int64, offset: Int64)) {
    let moved = to.offset - from.offset
    guard moved != 0 else { return }
    let screens = Double(moved.magnitude) / Double(trace.layouts[number].viewportHeight.rawValue)
    info.distance += screens
    if !leaps {
      let elapsed = Double(to.time - from.time) / 1e9
      steps.append((screens / elapsed, elapsed))
    }
    if direction * moved.signum() < 0 { info.reversals += 1 }
    direction = moved.signum()
  }

  /// Marks what is visible.
  private mutating func see(_ offset: Int64) {
    let layout = trace.layouts[number]
    let range = layout.items(overlapping: layout.viewport(at: MilliPoints(rawValue: offset)))
    let items = Int(range.lower)..<Int(range.upper)
    if items == shown { return }
    shown = items
    for photos in trace.contents[number]?.photos(at: range) ?? [range] {
      for photo in photos.lower..<photos.upper { seen[Int(photo)] = true }
    }
  }
}

/// Which of what a phone knows of the finger a trace tells.
public struct TraceSignals: Hashable, Sendable {
  /// Whether it tells touches, lifts and the like: without, strategies see offsets alone.
  public private(set) var hasPhases = false
  /// Lifts, and those of them that say where the scroll will stop.
  public private(set) var lifts = 0
  public private(set) var targets = 0
  /// Ways to the top, whose target is known.
  public private(set) var ways = 0
  /// Drags of the scroll indicator.
  public private(set) var scrubs = 0

  mutating func take(_ entry: TraceEntry) {
    if entry.isOfFinger { hasPhases = true }
    switch entry.kind {
    case .event(.up):
      lifts += 1
      if entry.target != nil { targets += 1 }
    case .event(.top): ways += 1
    case .event(.scrub): scrubs += Int(entry.value)
    default: break
    }
  }
}
