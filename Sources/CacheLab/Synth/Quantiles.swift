import LabBase
import StrategyKit

/// A distribution known by some of its quantiles, straight lines between them.
struct Quantiles: Sendable {
  /// Shares of 1 in ascending order, from 0 to 1, and the value at each.
  let points: [(share: Double, value: Double)]

  init(_ points: [(share: Double, value: Double)]) {
    precondition(points.first?.share == 0 && points.last?.share == 1, "quantiles from 0 to 1")
    self.points = points
  }

  /// A value drawn from the distribution.
  func draw(_ random: inout SplitMix64) -> Double {
    let share = Double(random.next() >> 11) / 9_007_199_254_740_992
    let upper = points.firstIndex { $0.share > share } ?? points.count - 1
    let (low, high) = (points[upper - 1], points[upper])
    return low.value + (high.value - low.value) * (share - low.share) / (high.share - low.share)
  }
}
