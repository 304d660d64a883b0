#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The mean of ratios: halving one number and doubling another cancel out.
enum GeometricMean {
  /// - Precondition: there is a number, all are positive.
  static func of(_ numbers: [Double]) -> Double {
    precondition(!numbers.isEmpty && numbers.allSatisfy { $0 > 0 }, "only positive numbers have a geometric mean")
    return exp(numbers.reduce(0) { $0 + log($1) } / Double(numbers.count))
  }
}
