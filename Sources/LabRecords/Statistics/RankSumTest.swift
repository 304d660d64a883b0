/// The rank-sum test of Mann, Whitney and Wilcoxon for two samples that are not paired: could both be drawn from one?
///
/// Exact up to `exactMax` values together: every way to deal the ranks at hand to the two sides counts alike, equal
/// values sharing the mean of their ranks. Beyond, the normal approximation with its corrections for ties and continuity.
public struct RankSumTest: Hashable, Sendable {
  /// The most values of both sides together for which the distribution is counted out.
  public static let exactMax = 60

  /// The probability, if both are drawn from one, of a rank sum at least this far out on either side; at most 1.
  public let twoSided: Double

  /// - Precondition: Both sides have a value, and none is NaN.
  public init(_ first: [Double], _ second: [Double]) {
    precondition(!first.isEmpty && !second.isEmpty, "a test of two samples needs both")
    let all = (first.map { ($0, true) } + second.map { ($0, false) }).sorted { $0.0 < $1.0 }
    let ranks = SignedRankDistribution.doubledRanks(ofSorted: all.map(\.0))
    let sum = zip(all, ranks).reduce(0) { $0 + ($1.0.1 ? $1.1 : 0) }
    twoSided =
      all.count <= RankSumTest.exactMax
      ? RankSumTest.exact(ranks, choosing: first.count, sum: sum)
      : RankSumTest.approximate(ranks, choosing: first.count, sum: sum)
  }

  private static func exact(_ ranks: [Int], choosing count: Int, sum: Int) -> Double {
    let most = ranks.reduce(0, +)
    // ways[k][s]: in how many ways k of the ranks so far add up to s.
    var ways = [[Double]](repeating: [Double](repeating: 0, count: most + 1), count: count + 1)
    ways[0][0] = 1
    for (index, rank) in ranks.enumerated() {
      for chosen in stride(from: min(count, index + 1), through: 1, by: -1) {
        for total in stride(from: most, through: rank, by: -1) { ways[chosen][total] += ways[chosen - 1][total - rank] }
      }
    }
    let all = ways[count].reduce(0, +)
    let (below, above) = (ways[count][...sum].reduce(0, +), ways[count][sum...].reduce(0, +))
    return min(1, 2 * min(below, above) / all)
  }

  private static func approximate(_ ranks: [Int], choosing count: Int, sum: Int) -> Double {
    let (n, k) = (Double(ranks.count), Double(count))
    let halved = ranks.map { Double($0) / 2 }
    let mean = k * (n + 1) / 2
    // The variance of a sum of ranks drawn without putting back: ties are in the ranks themselves.
    let spread = halved.reduce(0) { $0 + ($1 - (n + 1) / 2) * ($1 - (n + 1) / 2) }
    let variance = k * (n - k) / (n * (n - 1)) * spread
    guard variance > 0 else { return 1 }
    let distance = max(0, (Double(sum) / 2 - mean).magnitude - 0.5) / variance.squareRoot()
    return min(1, Double.erfc(distance / 2.squareRoot()))
  }
}

/// Holm's step-down correction for several tests that are judged together.
public enum HolmAdjustment {
  /// Returns adjusted probabilities, in the order of the given ones: each may be compared with the level, and the
  /// chance that any true hypothesis is rejected stays below the level, whatever the tests have to do with each other.
  ///
  /// - Parameter family: The number of tests that are judged together; those that are not given count as never
  ///   rejected.
  public static func adjusted(_ probabilities: [Double], family: Int = 0) -> [Double] {
    let count = max(family, probabilities.count)
    var adjusted = probabilities
    var largest: Double = 0
    let order = probabilities.indices.sorted { (probabilities[$0], $0) < (probabilities[$1], $1) }
    for (step, index) in order.enumerated() {
      largest = max(largest, min(1, Double(count - step) * probabilities[index]))
      adjusted[index] = largest
    }
    return adjusted
  }
}
