/// A time since the start of a trace, or a duration, in nanoseconds.
public struct Nanoseconds: RawRepresentable, Hashable, Comparable, AdditiveArithmetic, Sendable {
  public var rawValue: Int64

  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }

  @inlinable
  public static func milliseconds(_ count: Int) -> Nanoseconds { Nanoseconds(rawValue: Int64(count) * 1_000_000) }

  @inlinable
  public static var zero: Nanoseconds { Nanoseconds(rawValue: 0) }

  @inlinable
  public static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.rawValue < right.rawValue }

  @inlinable
  public static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue + right.rawValue)
  }

  @inlinable
  public static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
    Nanoseconds(rawValue: left.rawValue - right.rawValue)
  }
}
