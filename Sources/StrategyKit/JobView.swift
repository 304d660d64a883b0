/// What a strategy that ranks sees of the jobs and bitmaps of the layout in force, at the moment it is asked.
///
/// It looks into the books of whoever runs the strategy, and copies nothing: it is valid during the call that hands it
/// over. A type of its own and no protocol, so that a strategy's code is compiled for it wherever the strategy lives.
@safe public struct JobView {
  /// Bytes of all bitmaps, those that running decodes have reserved included.
  public let live: ByteCount
  /// Bytes among them that go before the strategy is asked for a victim: bitmaps of other target sizes.
  public let reclaimable: ByteCount
  /// How many decodes may run at once.
  public let workers: Int
  /// Running mean of what a decode took so far; 0 before the first.
  public let meanDecodeTime: Nanoseconds
  /// How many items the grid has.
  public let itemCount: Int32

  @usableFromInline let slots: UnsafePointer<Slot>
  /// The slot of each place, and then the photo of each; nil where place and photo are the same, and all cells ask for one
  /// size.
  @usableFromInline let places: UnsafePointer<Int32>?
  /// The slot of photo 0 at the target size in force, where `places` is nil.
  @usableFromInline let base: Int

  /// - Parameters:
  ///   - slots: One for each photo from `base` on.
  ///   - places: `itemCount` slots and then as many numbers of photos, by place; nil where place and photo are the same
  ///     and all slots lie from `base` on.
  @unsafe @inlinable
  public init(
    slots: UnsafePointer<Slot>, base: Int, places: UnsafePointer<Int32>?, itemCount: Int32,
    live: ByteCount, reclaimable: ByteCount, workers: Int, meanDecodeTime: Nanoseconds
  ) {
    unsafe self.slots = slots
    self.base = base
    unsafe self.places = places
    self.itemCount = itemCount
    self.live = live
    self.reclaimable = reclaimable
    self.workers = workers
    self.meanDecodeTime = meanDecodeTime
  }

  /// What is under way for an item of the grid.
  ///
  /// - Precondition: the item is in the grid.
  @inlinable @inline(__always)
  public func state(of item: ItemID) -> ItemState {
    precondition(0 <= item.rawValue && item.rawValue < itemCount, "a strategy asks for items of its grid")
    let slot = unsafe slots[slot(at: item.index)]
    var state = ItemState(rawValue: 0)
    switch slot.state {
    case .kept: state = .resident
    case .displayed: state = ItemState.resident.union(.displayed)
    case .decoding: state = .running
    case .queued: state = .queued
    case .unknown, .absent, .remote, .awaitingFile, .downloading: break
    }
    return state
  }

  /// What the item's bitmap takes; 0 for one that was never started or shown.
  ///
  /// - Precondition: the item is in the grid.
  @inlinable
  public func bytes(of item: ItemID) -> ByteCount {
    precondition(0 <= item.rawValue && item.rawValue < itemCount, "a strategy asks for items of its grid")
    return unsafe ByteCount(rawValue: slots[slot(at: item.index)].bytes)
  }

  /// How many of some items wait for a worker, and what the bitmaps of all of them take: what `state(of:)` and `bytes(of:)`
  /// say of each, in one walk.
  ///
  /// - Precondition: the items are in the grid.
  @inlinable
  public func queued(in items: ItemRange) -> (count: Int, bytes: ByteCount) {
    check(items)
    var count = 0
    var bytes: Int64 = 0
    for place in items.lower..<items.upper {
      let slot = unsafe slots[slot(at: Int(place))]
      if slot.state == .queued { count += 1 }
      bytes += slot.bytes
    }
    return (count, ByteCount(rawValue: bytes))
  }

  /// The item among some that waits for a worker and takes the fewest bytes, the first where several do; nil where none
  /// waits.
  ///
  /// - Precondition: the items are in the grid.
  @inlinable
  public func smallestQueued(in items: ItemRange) -> (item: ItemID, bytes: ByteCount)? {
    check(items)
    var (found, least) = (Int32(-1), Int64.max)
    for place in items.lower..<items.upper {
      let slot = unsafe slots[slot(at: Int(place))]
      if slot.state == .queued && slot.bytes < least { (found, least) = (place, slot.bytes) }
    }
    return found < 0 ? nil : (ItemID(rawValue: found), ByteCount(rawValue: least))
  }

  /// The items from the first to the last of some that are `resident`; empty where none is.
  ///
  /// - Precondition: the items are in the grid.
  @inlinable
  public func residents(in items: ItemRange) -> ItemRange {
    check(items)
    var (lower, upper) = (items.lower, items.upper)
    while lower < upper, !isResident(at: lower) { lower += 1 }
    while lower < upper, !isResident(at: upper - 1) { upper -= 1 }
    return ItemRange(lower: lower, upper: upper)
  }

  @inlinable @inline(__always)
  func isResident(at place: Int32) -> Bool { unsafe slots[slot(at: Int(place))].state.isResident }

  @inlinable
  func check(_ items: ItemRange) {
    precondition(0 <= items.lower && items.upper <= itemCount, "a strategy asks for items of its grid")
  }

  /// The slot of a place of the grid.
  @inlinable @inline(__always)
  func slot(at place: Int) -> Int {
    guard let places = unsafe places else { return base + place }
    return unsafe Int(places[place])
  }

  /// The photo at a place of the grid.
  @inlinable @inline(__always)
  func photo(at place: Int) -> Int {
    guard let places = unsafe places else { return place }
    return unsafe Int(places[Int(itemCount) + place])
  }
}

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
}
