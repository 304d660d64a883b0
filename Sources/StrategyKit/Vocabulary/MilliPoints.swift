/// A length on screen in thousandths of a point, y growing downwards.
///
/// An integer, so that the same trace gives the same items on every machine.
public struct MilliPoints: Quantity {
  public var rawValue: Int64

  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Returns whole points.
  @inlinable
  public static func points(_ points: Int) -> MilliPoints { MilliPoints(rawValue: Int64(points) * 1000) }

  /// Returns a number of points rounded to the nearest thousandth. NaN becomes 0; the maximum is a thousand million
  /// points.
  @inlinable
  public static func points(_ points: Double) -> MilliPoints {
    if points.isNaN { return .zero }
    let thousandths = min(max(points, -1e9), 1e9) * 1000
    return MilliPoints(rawValue: Int64(thousandths < 0 ? thousandths - 0.5 : thousandths + 0.5))
  }
}

extension MilliPoints: CustomStringConvertible {
  /// The number of points with as many decimals as needed: `96`, `128.667`.
  public var description: String {
    let magnitude = rawValue.magnitude
    let sign = rawValue < 0 ? "-" : ""
    let thousandths = magnitude % 1000
    guard thousandths != 0 else { return "\(sign)\(magnitude / 1000)" }
    var digits = String(thousandths + 1000).dropFirst()
    while digits.hasSuffix("0") { digits = digits.dropLast() }
    return "\(sign)\(magnitude / 1000).\(digits)"
  }
}
