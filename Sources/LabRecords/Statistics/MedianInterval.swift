/// A median with an interval that covers the true one in 95 of 100 cases, whatever the values' distribution: two of the
/// sorted values themselves.
public struct MedianInterval: Hashable, Sendable {
  /// The fewest values that have such an interval.
  public static let countMin = 6

  public let count: Int
  /// The middle value, or the mean of the two middle ones.
  public let median: Double
  /// The interval; nil if there are too few values.
  public let bounds: ClosedRange<Double>?

  /// - Precondition: There is a value, and none is NaN.
  public init(_ values: [Double]) {
    precondition(!values.isEmpty, "a median is one of something")
    let sorted = values.sorted()
    count = sorted.count
    median = MedianInterval.median(ofSorted: sorted)
    // As many values as may lie outside at each end.
    var cut = 0
    while cut < count / 2, MedianInterval.probability(atMost: cut, of: sorted.count, chance: 0.5) <= 0.025 { cut += 1 }
    bounds = cut == 0 ? nil : sorted[cut - 1]...sorted[sorted.count - cut]
  }

  /// Returns the middle value, or the mean of the two middle ones.
  static func median(ofSorted values: [Double]) -> Double {
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }

  /// Returns P(X <= count) for `trials` tries.
  static func probability(atMost count: Int, of trials: Int, chance: Double) -> Double {
    if chance <= 0 { return 1 }
    if chance >= 1 { return count >= trials ? 1 : 0 }
    // In logarithms: the first term underflows for many trials.
    var term = Double(trials) * Double.log(1 - chance)
    var sum = Double.exp(term)
    for k in 0..<max(0, min(count, trials)) {
      term += Double.log(Double(trials - k) / Double(k + 1)) + Double.log(chance / (1 - chance))
      sum += Double.exp(term)
    }
    return min(1, sum)
  }
}
