import StrategyKit

/// What there is to say about a trace as a whole. Floating point is for display only.
public struct TraceInfo: Sendable {
  public let seconds: Double
  public let sampleCount: Int
  /// Fastest movement between two samples, in viewport heights a second; jumps and layout changes left out.
  public let peakSpeed: Double
  /// Mean speed while moving, likewise.
  public let meanSpeed: Double
  /// The speed that is not passed in half of the time spent moving, likewise.
  public let medianSpeed: Double
  /// The speed that is not passed in nine tenths of the time spent moving, likewise.
  public let p90Speed: Double
  /// Share of the time, from the first sample to the end, in which the offset moves.
  public let movingShare: Double
  /// Way in viewport heights, jumps included, layout changes left out.
  public let distance: Double
  /// Changes of direction.
  public let reversals: Int
  public let jumps: Int
  public let layoutChanges: Int
  /// Times at which photos came, went or became visible.
  public let contentChanges: Int
  /// Samples beyond either end of the content.
  public let overscrolledSamples: Int
  /// The farthest beyond either end, in points.
  public let overscrollPoints: Double
  /// Different photos of which at least a part was on the screen in some frame.
  public let cellsSeen: Int
  /// What it tells of the finger.
  public let signals: TraceSignals

  public init(_ trace: Trace) {
    var walk = TraceWalk(trace)
    for entry in trace.entries { walk.take(entry) }
    seconds = Double(trace.end.rawValue) / 1e9
    sampleCount = walk.samples
    distance = walk.distance
    reversals = walk.reversals
    jumps = walk.jumps
    layoutChanges = walk.layoutChanges
    contentChanges = walk.contentChanges
    overscrolledSamples = walk.overscrolled
    overscrollPoints = Double(walk.overscroll) / 1000
    cellsSeen = walk.seen.count { $0 }
    signals = walk.signals
    let steps = walk.steps.sorted { ($0.speed, $0.elapsed) < ($1.speed, $1.elapsed) }
    let movingTime = steps.reduce(0) { $0 + $1.elapsed }
    let peak = steps.last?.speed ?? 0
    peakSpeed = peak
    meanSpeed = movingTime > 0 ? steps.reduce(0) { $0 + $1.speed * $1.elapsed } / movingTime : 0
    movingShare = seconds > 0 ? movingTime / seconds : 0
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
}
