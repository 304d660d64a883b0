/// The jobs and bitmaps of the layout in force, as a ranking strategy sees them.
///
/// It reads the engine's own memory and copies nothing, so it is valid only during the call that passes it. It is a
/// type and not a protocol, so that a strategy's code is compiled for it in any package.
@safe public struct JobView {
  /// The bytes of all bitmaps, reservations of running decodes included.
  public let live: ByteCount
  /// The bytes of bitmaps of other target sizes, which are dropped before the strategy is asked for a victim.
  public let reclaimable: ByteCount
  /// The number of decodes that may run at once.
  public let workers: Int
  /// The running mean of decode times so far; 0 before the first decode.
  public let meanDecodeTime: Nanoseconds
  /// The number of items in the grid.
  public let itemCount: Int32
  /// A range with every item that was ever shown or started.
  public let reached: ItemRange

  /// One for each photo from `base` on.
  @usableFromInline let slots: UnsafePointer<Slot>
  /// The slots of places; nil if places and photos are the same and all cells have one target size.
  @usableFromInline let places: UnsafeMutablePointer<PlaceRuns>?
  /// The slot of photo 0 at the target size in force, where `places` is nil.
  @usableFromInline let base: Int

  @unsafe @inlinable
  package init(
    slots: UnsafePointer<Slot>, base: Int, places: UnsafeMutablePointer<PlaceRuns>?, itemCount: Int32,
    reached: ItemRange, live: ByteCount, reclaimable: ByteCount, workers: Int, meanDecodeTime: Nanoseconds
  ) {
    unsafe self.slots = slots
    self.base = base
    unsafe self.places = places
    self.itemCount = itemCount
    self.reached = reached
    self.live = live
    self.reclaimable = reclaimable
    self.workers = workers
    self.meanDecodeTime = meanDecodeTime
  }

  /// Returns the state of an item's job and bitmap; a bitmap that is `kept` may be dropped.
  ///
  /// - Precondition: The grid has the item.
  @inlinable @inline(__always)
  public func state(of item: ItemID) -> Slot.State { slot(of: item).state }

  /// Returns the bytes of the item's bitmap; 0 if it was never started or shown.
  ///
  /// - Precondition: The grid has the item.
  @inlinable
  public func bytes(of item: ItemID) -> ByteCount { ByteCount(rawValue: slot(of: item).bytes) }

  /// Returns how many of these items wait for a worker, and the bytes of their bitmaps, in one walk.
  ///
  /// - Precondition: The grid has the items.
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

  /// Returns the item that waits for a worker and takes the fewest bytes, the first of equals, or nil if none waits.
  ///
  /// - Precondition: The grid has the items.
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

  /// Returns the range from the first to the last item whose bitmap is held; empty if none is.
  ///
  /// - Precondition: The grid has the items.
  @inlinable
  public func residents(in items: ItemRange) -> ItemRange {
    check(items)
    let items = items.common(with: reached)
    var (lower, upper) = (items.lower, items.upper)
    while lower < upper, !isResident(at: lower) { lower += 1 }
    while lower < upper, !isResident(at: upper - 1) { upper -= 1 }
    return ItemRange(lower: lower, upper: upper)
  }

  @inlinable @inline(__always)
  func slot(of item: ItemID) -> Slot {
    precondition(0 <= item.rawValue && item.rawValue < itemCount, "a strategy asks for items of its grid")
    return unsafe slots[slot(at: item.index)]
  }

  @inlinable @inline(__always)
  func isResident(at place: Int32) -> Bool { unsafe slots[slot(at: Int(place))].state.isResident }

  @inlinable
  func check(_ items: ItemRange) {
    precondition(0 <= items.lower && items.upper <= itemCount, "a strategy asks for items of its grid")
  }

  @inlinable @inline(__always)
  func slot(at place: Int) -> Int {
    guard let places = unsafe places else { return base + place }
    return unsafe Int(places.pointee.slot(at: Int32(place)))
  }
}
