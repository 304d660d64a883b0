/// The frequent events that a strategy may hear beside its frames.
public struct StrategyEvents: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A cell asked for its image: `itemRequested`.
  @inlinable
  public static var requests: StrategyEvents { StrategyEvents(rawValue: 1 << 0) }

  /// A bitmap came or went: `itemBecameResident` and `itemDropped`.
  @inlinable
  public static var residency: StrategyEvents { StrategyEvents(rawValue: 1 << 1) }

  @inlinable
  public static var all: StrategyEvents { [.requests, .residency] }
}
