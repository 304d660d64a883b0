#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The C library's functions that the judges' statistics need.
extension Double {
  /// The natural logarithm.
  static func log(_ x: Double) -> Double { logarithm(x) }

  /// e to the power of x.
  static func exp(_ x: Double) -> Double { exponential(x) }

  /// The complementary error function.
  static func erfc(_ x: Double) -> Double { complementaryError(x) }
}

// By names that no method hides.
private func logarithm(_ x: Double) -> Double { log(x) }
private func exponential(_ x: Double) -> Double { exp(x) }
private func complementaryError(_ x: Double) -> Double { erfc(x) }
