/// Wilcoxon's signed-rank test, exact and one-sided both ways.
///
/// Differences of zero say nothing about a direction and are left out, as Wilcoxon does. Equal magnitudes share the
/// mean of their ranks, and the distribution is the one of just these ranks: exact under ties too.
public struct SignedRankTest: Hashable, Sendable {
  /// Differences that are not zero.
  public let count: Int
  /// Twice the sum of the ranks of the positive ones.
  public let doubledStatistic: Int
  /// Probability of a statistic at least this large when the differences lie evenly around zero.
  public let greater: Double
  /// The same for one at most this large.
  public let less: Double

  /// Tests whether `differences` lie around `shift`.
  ///
  /// - Precondition: at most `SignedRankDistribution.countMax` differences, none NaN.
  public init(_ differences: [Double], shift: Double = 0) {
    let moved = differences.map { $0 - shift }.filter { $0 != 0 }.sorted { $0.magnitude < $1.magnitude }
    var ranks: [Int] = []
    while ranks.count < moved.count {
      let first = ranks.count
      let end = moved[first...].firstIndex { $0.magnitude != moved[first].magnitude } ?? moved.count
      // The mean of the ranks first + 1 ... end, doubled.
      ranks += Array(repeating: first + 1 + end, count: end - first)
    }
    let statistic = zip(moved, ranks).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    let distribution = SignedRankDistribution(doubledRanks: ranks)
    count = moved.count
    doubledStatistic = statistic
    greater = min(1, distribution.probability(atLeast: statistic))
    less = min(1, distribution.probability(atMost: statistic))
  }

  /// Two-sided: twice the smaller side, at most 1.
  public var twoSided: Double { min(1, 2 * min(greater, less)) }
}
