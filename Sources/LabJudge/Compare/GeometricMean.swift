/// The mean of ratios: halving one number and doubling another cancel out.
enum GeometricMean {
  /// - Precondition: there is a number, all are positive.
  static func of(_ numbers: [Double]) -> Double {
    precondition(!numbers.isEmpty && numbers.allSatisfy { $0 > 0 }, "only positive numbers have a geometric mean")
    return Double.exp(numbers.reduce(0) { $0 + Double.log($1) } / Double(numbers.count))
  }
}
