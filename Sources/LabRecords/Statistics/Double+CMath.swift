import CLabSystem

extension Double {
  /// Returns the natural logarithm.
  package static func log(_ x: Double) -> Double { lab_log(x) }

  /// Returns e to the power of x.
  package static func exp(_ x: Double) -> Double { lab_exp(x) }

  /// Returns the complementary error function.
  package static func erfc(_ x: Double) -> Double { lab_erfc(x) }
}
