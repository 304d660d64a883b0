import CLabSystem

/// The C library's functions that the judges' statistics need.
extension Double {
  /// The natural logarithm.
  static func log(_ x: Double) -> Double { lab_log(x) }

  /// e to the power of x.
  static func exp(_ x: Double) -> Double { lab_exp(x) }

  /// The complementary error function.
  static func erfc(_ x: Double) -> Double { lab_erfc(x) }
}
