/// A median with an interval that covers the true one in 95 of 100 cases, whatever the values' distribution: two of the
/// sorted values themselves.
public struct MedianInterval: Hashable, Sendable {
  /// Fewer values than this have no such interval.
  public static let countMin = 6

  public let count: Int
  /// The middle value, or the mean of the two middle ones.
  public let median: Double
  /// Nil where there are too few values.
  public let bounds: ClosedRange<Double>?

  /// - Precondition: there is a value, none is NaN.
  public init(_ values: [Double]) {
    precondition(!values.isEmpty, "a median is one of something")
    let sorted = values.sorted()
    count = sorted.count
    let middle = count / 2
    median = count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    // As many values as may lie outside at each end.
    var cut = 0
    while cut < middle, BinomialBounds.probability(atMost: cut, of: sorted.count, chance: 0.5) <= 0.025 { cut += 1 }
    bounds = cut == 0 ? nil : sorted[cut - 1]...sorted[sorted.count - cut]
  }
}
