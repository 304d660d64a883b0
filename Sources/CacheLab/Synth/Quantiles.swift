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
    let share = random.share()
    let upper = points.firstIndex { $0.share > share } ?? points.count - 1
    let (low, high) = (points[upper - 1], points[upper])
    return low.value + (high.value - low.value) * (share - low.share) / (high.share - low.share)
  }
}

extension SplitMix64 {
  /// A number from 0 up to, but not including, 1.
  mutating func share() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
