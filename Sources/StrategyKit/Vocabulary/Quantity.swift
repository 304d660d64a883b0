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
