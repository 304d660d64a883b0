/// Holm's step-down correction for several tests that are judged together.
public enum HolmAdjustment {
  /// Adjusted probabilities, in the order of the given ones: each may be held against the level as it stands, and the
  /// chance that any true hypothesis is rejected stays below the level, whatever the tests have to do with each other.
  ///
  /// - Parameter family: How many tests are judged together; those that are not given count as never rejected.
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
