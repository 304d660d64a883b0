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
    // As many values as may lie outside at each end: a binomial tail, in logarithms, for its first term underflows.
    var (cut, term) = (0, Double(count) * Double.log(0.5))
    var tail = Double.exp(term)
    while cut < count / 2, tail <= 0.025 {
      cut += 1
      term += Double.log(Double(count - cut + 1) / Double(cut))
      tail += Double.exp(term)
    }
    bounds = cut == 0 ? nil : sorted[cut - 1]...sorted[sorted.count - cut]
  }

  /// Returns the middle value, or the mean of the two middle ones.
  static func median(ofSorted values: [Double]) -> Double {
    let middle = values.count / 2
    return values.count % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2
  }
}
