/// A whole number of a unit, which adds up and compares as the number does.
public protocol Quantity: RawRepresentable, Hashable, Comparable, AdditiveArithmetic, Sendable
where RawValue == Int64 {
  init(rawValue: Int64)
}

extension Quantity {
  @inlinable
  public static var zero: Self { Self(rawValue: 0) }

  @inlinable
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  @inlinable
  public static func + (left: Self, right: Self) -> Self { Self(rawValue: left.rawValue + right.rawValue) }

  @inlinable
  public static func - (left: Self, right: Self) -> Self { Self(rawValue: left.rawValue - right.rawValue) }
}

/// An amount of memory in bytes.
public struct ByteCount: Quantity, CustomStringConvertible {
  public var rawValue: Int64

  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// The units at the end of a text, longest suffix first; kB, MB and GB are decimal, KiB, MiB and GiB binary.
  static let units: [(suffix: String, bytes: Int64)] = [
    ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("kB", 1_000), ("MB", 1_000_000), ("GB", 1_000_000_000),
    ("B", 1),
  ]

  /// Parses `30MB`, `16MiB`, `1.5GB` or a bare number of bytes; returns nil for anything else, and for a fraction of a
  /// byte.
  public init?(_ text: some StringProtocol) {
    let unit = ByteCount.units.first { text.hasSuffix($0.suffix) }
    let digits = text.dropLast(unit?.suffix.count ?? 0)
    guard let number = Rational(digits, digitsMax: 15), !digits.contains("/") else { return nil }
    let (product, overflow) = number.numerator.multipliedReportingOverflow(by: unit?.bytes ?? 1)
    guard !overflow, product >= 0, product % number.denominator == 0 else { return nil }
    rawValue = product / number.denominator
  }

  /// The exact amount in MB, in kB and B below one, in whole GB: `40.0752MB`.
  public var description: String {
    if rawValue != 0 && rawValue % 1_000_000_000 == 0 { return "\(rawValue / 1_000_000_000)GB" }
    let amount = rawValue.magnitude
    if amount < 1000 { return "\(rawValue)B" }
    let (unit, suffix): (UInt64, String) = amount < 1_000_000 ? (1000, "kB") : (1_000_000, "MB")
    return rawValue.decimal(over: unit) + suffix
  }
}

/// A length on screen in thousandths of a point, y growing downwards.
///
/// An integer, so that the same trace gives the same items on every machine.
public struct MilliPoints: Quantity, CustomStringConvertible {
  public var rawValue: Int64

  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Returns whole points.
  public static func points(_ points: Int) -> MilliPoints { MilliPoints(rawValue: Int64(points) * 1000) }

  /// Returns a number of points rounded to the nearest thousandth. NaN becomes 0; the maximum is a thousand million
  /// points.
  public static func points(_ points: Double) -> MilliPoints {
    if points.isNaN { return .zero }
    let thousandths = min(max(points, -1e9), 1e9) * 1000
    return MilliPoints(rawValue: Int64(thousandths < 0 ? thousandths - 0.5 : thousandths + 0.5))
  }

  /// The number of points with as many decimals as needed: `96`, `128.667`.
  public var description: String { rawValue.decimal(over: 1000) }
}

/// A time since the start of a trace, or a duration, in nanoseconds.
public struct Nanoseconds: Quantity {
  public var rawValue: Int64

  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static func milliseconds(_ count: Int) -> Nanoseconds { Nanoseconds(rawValue: Int64(count) * 1_000_000) }
}

extension Int64 {
  /// Returns the quotient by a power of ten with as many decimals as needed: 16700 over 1000 is `16.7`.
  package func decimal(over unit: UInt64) -> String {
    var (text, digit, rest) = ("\(magnitude / unit)", unit, magnitude % unit)
    if rest > 0 { text += "." }
    while rest > 0 {
      digit /= 10
      text += "\(rest / digit)"
      rest %= digit
    }
    return self < 0 ? "-" + text : text
  }

  /// Returns the quotient rounded towards minus infinity.
  ///
  /// - Precondition: `divisor` is positive.
  @inlinable
  public func flooringDivide(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return quotient * divisor > self ? quotient - 1 : quotient
  }

  /// Returns the quotient rounded towards plus infinity.
  ///
  /// - Precondition: `divisor` is positive.
  @inlinable
  public func ceilingDivide(_ divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return quotient * divisor < self ? quotient + 1 : quotient
  }

  /// Returns this number times a fraction, rounded towards zero. The product has 128 bits, and a quotient that does not
  /// fit 64 is the nearest that does. `Int128` needs iOS 18.
  ///
  /// - Precondition: `divisor` is positive.
  @inlinable
  public func scaled(by factor: Int64, over divisor: Int64) -> Int64 {
    let product = magnitude.multipliedFullWidth(by: factor.magnitude)
    let isNegative = (self < 0) != (factor < 0)
    if product.high >= divisor.magnitude { return isNegative ? -.max : .max }
    let quotient = Int64(clamping: divisor.magnitude.dividingFullWidth(product).quotient)
    return isNegative ? -quotient : quotient
  }
}

/// A size in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  public var width: Int32
  public var height: Int32

  /// - Precondition: The sides fit 32 bits.
  @inlinable
  public init(width: some BinaryInteger, height: some BinaryInteger) {
    self.width = Int32(width)
    self.height = Int32(height)
  }

  /// Returns whether neither side is smaller than that of `other`.
  @inlinable
  public func covers(_ other: PixelSize) -> Bool { width >= other.width && height >= other.height }

  @inlinable
  public var pixelCount: Int64 { Int64(width) * Int64(height) }

  public var description: String { "\(width)x\(height)" }
}
