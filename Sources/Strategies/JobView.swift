/// What a strategy that ranks sees of the jobs and bitmaps of the layout in force, at the moment it is asked.
///
/// Who runs the strategy implements it over its own bookkeeping; nothing is copied.
public protocol JobView {
  /// What is under way for an item of the grid.
  ///
  /// - Precondition: the item is in the grid.
  func state(of item: ItemID) -> ItemState

  /// What the item's bitmap takes; 0 for one that was never started or shown.
  func bytes(of item: ItemID) -> ByteCount

  /// Bytes of all bitmaps, those that running decodes have reserved included.
  var live: ByteCount { get }

  /// Bytes among them that go before the strategy is asked for a victim: bitmaps of other target sizes.
  var reclaimable: ByteCount { get }

  /// How many decodes may run at once.
  var workers: Int { get }

  /// Running mean of what a decode took so far; 0 before the first.
  var meanDecodeTime: Nanoseconds { get }

  /// Running mean of what decoding an embedded thumbnail took so far; 0 before the first.
  var meanCoarseTime: Nanoseconds { get }
}

extension JobView {
  @inlinable
  public var meanCoarseTime: Nanoseconds { .zero }
}

/// Where an item's bitmap is on its way.
public struct ItemState: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  @inlinable
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Its decode waits for a worker.
  public static let queued = ItemState(rawValue: 1 << 0)
  /// It is being decoded.
  public static let running = ItemState(rawValue: 1 << 1)
  /// It is held.
  public static let resident = ItemState(rawValue: 1 << 2)
  /// A cell shows it; it may not go.
  public static let displayed = ItemState(rawValue: 1 << 3)
  /// A cell waits for it. Told to coarse policies only.
  public static let awaited = ItemState(rawValue: 1 << 4)
  /// A coarse bitmap of it is held or on its way. Told to coarse policies only.
  public static let coarse = ItemState(rawValue: 1 << 5)
}
