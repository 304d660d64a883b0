import StrategyKit

/// The running mean of what decodes took, which strategies may ask for.
struct MeanCost: Sendable {
  private var sum: Int64 = 0
  private var count: Int64 = 0

  mutating func add(_ cost: Int64) {
    sum += cost
    count += 1
  }

  /// 0 before the first.
  var mean: Nanoseconds { Nanoseconds(rawValue: count == 0 ? 0 : sum / count) }
}
