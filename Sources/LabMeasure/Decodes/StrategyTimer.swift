import CacheLab
import LabSystem

/// Times each call of the strategy; the clock's own cost is taken off.
struct StrategyTimer: SelectiveObserver {
  private(set) var times = LatencyRecorder()
  private var began: Int64 = 0
  private let overhead: Int64

  init(frameCount: Int) {
    times.reserve(frameCount)
    // The smallest difference of two readings is what a reading costs.
    overhead =
      (0..<256).map { _ in
        let first = Clocks.monotonic()
        return Clocks.monotonic() - first
      }.min() ?? 0
  }

  mutating func strategyWillPlan() { began = Clocks.monotonic() }

  mutating func strategyDidPlan() { times.append(max(0, Clocks.monotonic() - began - overhead)) }
}
