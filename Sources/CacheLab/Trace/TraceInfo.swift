import Strategies

/// What there is to say about a trace as a whole. Floating point is for display only.
public struct TraceInfo: Sendable {
  public let seconds: Double
  public let sampleCount: Int
  /// Fastest movement between two samples, in viewport heights a second; jumps and layout changes left out.
  public let peakSpeed: Double
  /// Mean speed while moving, likewise.
  public let meanSpeed: Double
  /// Way in viewport heights, jumps included, layout changes left out.
  public let distance: Double
  /// Changes of direction.
  public let reversals: Int
  public let jumps: Int
  public let layoutChanges: Int
  /// Samples beyond either end of the content.
  public let overscrolledSamples: Int

  public init(_ trace: Trace) {
    var layout = trace.layouts[0]
    var last: (time: Int64, offset: Int64)?
    var (leaps, changed, direction) = (false, false, Int64(0))
    var (peak, distance, movingTime, movingWay) = (0.0, 0.0, 0.0, 0.0)
    var (samples, reversals, jumps, changes, overscrolled) = (0, 0, 0, 0, 0)
    for entry in trace.entries {
      switch entry.kind {
      case .event(.jump):
        jumps += 1
        leaps = true
      case .event(.layout):
        changes += 1
        changed = true
        layout = trace.layouts[Int(entry.value)]
      case .event: break
      case .sample:
        samples += 1
        if entry.value < 0 || entry.value > layout.lastOffset.rawValue { overscrolled += 1 }
        if let last, !changed {
          let moved = entry.value - last.offset
          let screens = Double(moved.magnitude) / Double(layout.viewportHeight.rawValue)
          distance += screens
          if !leaps && moved != 0 {
            let elapsed = Double(entry.time - last.time) / 1e9
            peak = max(peak, screens / elapsed)
            movingTime += elapsed
            movingWay += screens
          }
          if moved != 0 {
            if direction * moved.signum() < 0 { reversals += 1 }
            direction = moved.signum()
          }
        }
        last = (entry.time, entry.value)
        (leaps, changed) = (false, false)
      }
    }
    seconds = Double(trace.end.rawValue) / 1e9
    sampleCount = samples
    peakSpeed = peak
    meanSpeed = movingTime > 0 ? movingWay / movingTime : 0
    self.distance = distance
    self.reversals = reversals
    self.jumps = jumps
    layoutChanges = changes
    overscrolledSamples = overscrolled
  }
}
