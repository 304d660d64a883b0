/// Wilcoxon's signed-rank test, exact and one-sided both ways.
///
/// Differences of zero have no direction and are left out, as Wilcoxon does. Equal magnitudes share the mean of their ranks;
/// the distribution is that of these ranks, so it is exact under ties too.
public struct SignedRankTest {
  /// The probability of a statistic at least this large if the differences lie evenly around zero.
  public let greater: Double
  /// The probability of a statistic at most this large if they do.
  public let less: Double

  /// Tests whether `differences` lie around `shift`.
  ///
  /// - Precondition: There are at most `SignedRankDistribution.countMax` differences, none NaN.
  public init(_ differences: [Double], shift: Double = 0) {
    let moved: [Double] = differences.map { $0 - shift }.filter { $0 != 0 }.ordered { $0.magnitude < $1.magnitude }
    let ranks = [Double].doubledRanks(ofSorted: moved.map(\.magnitude))
    let distribution = SignedRankDistribution(doubledRanks: ranks)
    let doubledStatistic = zip(moved, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    greater = min(1, distribution.probability(atLeast: doubledStatistic))
    less = min(1, distribution.probability(atMost: doubledStatistic))
  }

  /// The two-sided probability: twice the smaller side, at most 1.
  public var twoSided: Double { min(1, 2 * min(greater, less)) }
}

/// The exact distribution of a signed-rank sum: each rank counts or not by an independent fair coin.
///
/// Computed by dynamic programming, one rank after the other. Ranks are doubled, so that the mean rank of ties is an integer.
///
/// - Complexity: O(n x sum of the doubled ranks): 8 million steps for 200 ranks.
public struct SignedRankDistribution {
  /// The most differences that are ranked.
  public static let countMax = 200

  /// The probability of a doubled sum of at most its index; summed from the small end, so that far tails keep their digits.
  private var atMost: [Double]

  fileprivate init(doubledRanks: [Int]) {
    precondition(doubledRanks.count <= SignedRankDistribution.countMax, "a signed-rank sum has 200 ranks at most")
    var chance = [Double](repeating: 0, count: doubledRanks.reduce(0, +) + 1)
    chance[0] = 1
    for rank in doubledRanks {
      // From the top down: the lower half is still as it was before this rank.
      for sum in chance.indices.reversed() {
        chance[sum] = (chance[sum] + (sum >= rank ? chance[sum - rank] : 0)) / 2
      }
    }
    atMost = chance
    for sum in chance.indices.dropFirst() { atMost[sum] += atMost[sum - 1] }
  }

  /// Creates the distribution of the ranks 1 to `count`, without ties.
  public init(count: Int) { self.init(doubledRanks: (0..<count).map { 2 * ($0 + 1) }) }

  /// Returns P(doubled sum <= `sum`).
  public func probability(atMost sum: Int) -> Double { sum < 0 ? 0 : atMost[min(sum, atMost.count - 1)] }

  /// Returns P(doubled sum >= `sum`); the distribution is symmetric.
  public func probability(atLeast sum: Int) -> Double { probability(atMost: atMost.count - 1 - sum) }
}

/// The shift of paired differences: the median of their Walsh averages, with the interval of the signed-rank test.
///
/// Walsh averages are the means of all pairs of differences, each with itself too. The estimate withstands outliers in
/// up to 29 % of the differences and, where there are none, needs 5 % more pairs than the mean does.
///
/// With ties or differences of zero the interval covers the true shift at least as often as requested.
///
/// - Complexity: O(n² log n).
public struct HodgesLehmann: Sendable {
  public let shift: Double
  /// The lower bound; infinite if there are too few differences for the requested tail.
  public let lower: Double
  public let upper: Double

  /// - Parameter tail: The chance outside at each end: 0.025 for an interval of 95 %.
  /// - Precondition: There are 1 to `SignedRankDistribution.countMax` differences.
  public init(_ differences: [Double], tail: Double) {
    precondition(!differences.isEmpty, "a shift needs a difference")
    let averages = differences.enumerated().flatMap { index, first in
      differences[index...].map { (first + $0) / 2 }
    }.sorted()
    shift = MedianInterval.median(ofSorted: averages)
    let distribution = SignedRankDistribution(count: differences.count)
    // The number of averages that may be cut off at each end. Its sums are not doubled, unlike those of the distribution.
    var cut = 0
    while cut < averages.count / 2, distribution.probability(atMost: 2 * cut) <= tail { cut += 1 }
    lower = cut == 0 ? -.infinity : averages[cut - 1]
    upper = cut == 0 ? .infinity : averages[averages.count - cut]
  }
}
