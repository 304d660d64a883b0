public import StrategyKit

/// An event of a replay, as an observer is told it and as a line of an event file says it.
///
/// Items are the numbers of photos; bytes, thousandths of a point and nanoseconds are whole numbers. A new case is a
/// compiler's error in the text and the fields of event files, the follower, explanations, pictures and timelines. What has
/// a `default` (the player, the real decoder) is to be looked at.
public enum ReplayEvent: Hashable, Sendable {
  /// The grid shows `offset`, in thousandths of a point, and the cells of these places.
  case frame(offset: Int64, visible: ItemRange)
  case start([ItemRange], Tier)
  case stop([ItemRange], Tier)
  /// The item's cell left the screen.
  case release(Int32)
  /// The item's cell entered the screen and asked for its image.
  case request(Int32, PixelSize, RequestOutcome)
  case cancel(Int32, Tier)
  case refuse(Int32, Tier)
  /// The cost is what the device declares, nanoseconds.
  case begin(BitmapKey, cause: JobCause, cost: Int64, bytes: Int64)
  case end(BitmapKey, kept: Bool)
  case drop(BitmapKey, bytes: Int64, why: DropReason)
  /// A photo's file is on its way from the cloud: bytes and nanoseconds. Said once an item, whatever its target sizes.
  case download(Int32, bytes: Int64, cost: Int64)
  /// It is here, and stays.
  case downloaded(Int32)
  /// Cells ask for another target size from the next frame on.
  case layout(PixelSize)
  /// The grid shows these photos from now on, place by place; none says that they are the library's first ones.
  ///
  /// In all other events an item is the number of its photo, which is its place until this event.
  case content([ItemRange])
  /// The ledger's bytes after a change.
  case live(Int64)
}

/// An event and its time, nanoseconds since the start of the trace.
public struct TimedEvent: Hashable, Sendable {
  public var time: Int64
  public var event: ReplayEvent

  public init(time: Int64, event: ReplayEvent) {
    self.time = time
    self.event = event
  }
}

/// The key of a decode: an item's image at one target size and tier.
public struct BitmapKey: Hashable, Sendable {
  public var item: Int32
  public var size: PixelSize
  public var tier: Tier

  public init(item: Int32, size: PixelSize, tier: Tier = .full) {
    self.item = item
    self.size = size
    self.tier = tier
  }
}

extension SlotTable {
  /// Returns the key of a slot's bitmap.
  package func key(ofSlot slot: Int32) -> BitmapKey {
    BitmapKey(item: item(ofSlot: slot).rawValue, size: targetSize(ofSlot: slot), tier: tier(ofSlot: slot))
  }

  /// Returns the slot of a bitmap of this table.
  package func slot(of key: BitmapKey) -> Int32 {
    if key.tier == .thumbnail { return thumbnailBase + key.item }
    precondition(knows(key.size), "a bitmap of the replay that the table was made for")
    return base(of: key.size) + key.item
  }
}
