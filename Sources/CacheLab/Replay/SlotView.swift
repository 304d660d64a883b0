import Strategies

/// The slots of the target size in force, as a strategy that ranks sees them.
struct SlotView: JobView {
  let slots: SlotStore
  let base: Int
  let order: PlaceMap
  let itemCount: Int32
  let live: ByteCount
  let reclaimable: ByteCount
  let workers: Int
  let meanDecodeTime: Nanoseconds

  func state(of item: ItemID) -> ItemState {
    precondition(0 <= item.rawValue && item.rawValue < itemCount, "a strategy asks for items of its grid")
    let slot = slots[slot(of: item)]
    var state: ItemState = []
    if slot.has(.resident) { state.insert(.resident) }
    if slot.has(.displayed) { state.insert(.displayed) }
    if slot.has(.running) { state.insert(.running) }
    if slot.has(.queued) && !slot.has(.remote) { state.insert(.queued) }
    return state
  }

  /// - Precondition: an item of the grid.
  func slot(of item: ItemID) -> Int { base + Int(order.photo(at: item.rawValue)) }

  func bytes(of item: ItemID) -> ByteCount {
    precondition(0 <= item.rawValue && item.rawValue < itemCount, "a strategy asks for items of its grid")
    return ByteCount(rawValue: slots[slot(of: item)].bytes)
  }
}
