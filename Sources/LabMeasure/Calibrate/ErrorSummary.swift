/// Relative errors reduced to two numbers, as shares: 0.02 is 2 %.
public struct ErrorSummary: Hashable, Sendable {
  /// Nearest-rank, like every percentile of the lab.
  public let median: Double
  public let p95: Double

  /// - Parameter errors: Signed or not; their size counts.
  init(_ errors: [Double]) {
    let sorted = errors.map(\.magnitude).sorted()
    median = ErrorSummary.element(of: sorted, percent: 50)
    p95 = ErrorSummary.element(of: sorted, percent: 95)
  }

  /// The median of values that are in no order; 0 of none.
  static func median(of values: [Double]) -> Double { element(of: values.sorted(), percent: 50) }

  /// The mean of the middle half: as deaf to outliers as the median, without its hold on a value that occurs often. 1
  /// of none.
  static func midmean(of values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted[(sorted.count / 4)..<(sorted.count - sorted.count / 4)]
    return middle.isEmpty ? 1 : middle.reduce(0, +) / Double(middle.count)
  }

  private static func element(of sorted: [Double], percent: Int) -> Double {
    sorted.isEmpty ? 0 : sorted[(sorted.count * percent + 99) / 100 - 1]
  }
}
