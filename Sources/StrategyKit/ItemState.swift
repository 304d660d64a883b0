/// Where an item's bitmap is on its way.
public struct ItemState: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Its decode waits for a worker.
  @inlinable
  public static var queued: ItemState { ItemState(rawValue: 1 << 0) }

  /// It is being decoded.
  @inlinable
  public static var running: ItemState { ItemState(rawValue: 1 << 1) }

  /// It is held.
  @inlinable
  public static var resident: ItemState { ItemState(rawValue: 1 << 2) }

  /// A cell shows it; it may not go.
  @inlinable
  public static var displayed: ItemState { ItemState(rawValue: 1 << 3) }

  /// A cell waits for it. Told to coarse policies only.
  @inlinable
  public static var awaited: ItemState { ItemState(rawValue: 1 << 4) }

  /// A coarse bitmap of it is held or on its way. Told to coarse policies only.
  @inlinable
  public static var coarse: ItemState { ItemState(rawValue: 1 << 5) }
}
