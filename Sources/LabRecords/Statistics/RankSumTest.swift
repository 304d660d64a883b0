import CLabSystem

/// The rank-sum test of Mann, Whitney and Wilcoxon: whether two unpaired samples could be drawn from one distribution.
///
/// It is exact up to 60 values of both sides together: all assignments of the ranks to the two sides are equally
/// probable, and equal values share the mean of their ranks. Beyond, it is the normal approximation with corrections for
/// ties and continuity.
public enum RankSumTest {
  /// Returns the probability of a rank sum at least this extreme on either side if both are drawn from one distribution.
  ///
  /// - Precondition: Both sides have a value, and none is NaN.
  public static func twoSided(_ first: [Double], _ second: [Double]) -> Double {
    precondition(!first.isEmpty && !second.isEmpty, "a test of two samples needs both")
    let all = (first.map { ($0, true) } + second.map { ($0, false) }).ordered { $0.0 < $1.0 }
    let ranks = [Double].doubledRanks(ofSorted: all.map(\.0))
    let sum = zip(all, ranks).reduce(0) { $0 + ($1.0.1 ? $1.1 : 0) }
    return all.count <= 60
      ? exact(ranks, choosing: first.count, sum: sum) : approximate(ranks, choosing: first.count, sum: sum)
  }

  private static func exact(_ ranks: [Int], choosing count: Int, sum: Int) -> Double {
    let most = ranks.reduce(0, +)
    // ways[k][s]: the number of ways in which k of the ranks so far add up to s.
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
    // The variance of a sum of ranks drawn without replacement; the ranks reflect ties.
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
  /// chance that any true hypothesis is rejected stays below the level, however the tests depend on each other.
  ///
  /// - Parameter family: The number of tests that are judged together; those that are not given count as never
  ///   rejected.
  public static func adjusted(_ probabilities: [Double], family: Int = 0) -> [Double] {
    let count = max(family, probabilities.count)
    var adjusted = probabilities
    var largest: Double = 0
    let order = probabilities.indices.ordered { (probabilities[$0], $0) < (probabilities[$1], $1) }
    for (step, index) in order.enumerated() {
      largest = max(largest, min(1, Double(count - step) * probabilities[index]))
      adjusted[index] = largest
    }
    return adjusted
  }
}

/// A median with an interval that covers the true one in 95 of 100 cases, whatever the values' distribution: two of the
/// sorted values themselves.
public struct MedianInterval {
  /// The fewest values that have such an interval.
  public static let countMin = 6

  /// The middle value, or the mean of the two middle ones.
  public let median: Double
  /// The interval; nil if there are too few values.
  public let bounds: ClosedRange<Double>?

  /// - Precondition: There is a value, and none is NaN.
  public init(_ values: [Double]) {
    precondition(!values.isEmpty, "a median needs a value")
    let (sorted, count) = (values.sorted(), values.count)
    median = MedianInterval.median(ofSorted: sorted)
    // The number of values that may lie outside at each end: a binomial tail, in logarithms, since its first term underflows.
    var (cut, term) = (0, Double(count) * Double.log(0.5))
    var tail = Double.exp(term)
    while cut < count / 2, tail <= 0.025 {
      cut += 1
      term += Double.log(Double(count - cut + 1) / Double(cut))
      tail += Double.exp(term)
    }
    bounds = cut == 0 ? nil : sorted[cut - 1]...sorted[count - cut]
  }

  static func median(ofSorted values: [Double]) -> Double {
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }
}

extension Double {
  package static func log(_ x: Double) -> Double { lab_log(x) }

  package static func exp(_ x: Double) -> Double { lab_exp(x) }

  package static func erfc(_ x: Double) -> Double { lab_erfc(x) }
}
