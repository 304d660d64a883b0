import Strategies

/// The slots of the target size in force with their coarse tier, as a coarse policy sees them.
struct CoarseView: JobView {
  let full: SlotView
  let coarseBase: Int
  let meanCoarseTime: Nanoseconds

  var live: ByteCount { full.live }
  var reclaimable: ByteCount { full.reclaimable }
  var workers: Int { full.workers }
  var meanDecodeTime: Nanoseconds { full.meanDecodeTime }

  func bytes(of item: ItemID) -> ByteCount { full.bytes(of: item) }

  func state(of item: ItemID) -> ItemState {
    var state = full.state(of: item)
    if full.slots[full.slot(of: item)].has(.awaited) { state.insert(.awaited) }
    if full.slots[coarseBase + full.slot(of: item) - full.base].has([.resident, .hasJob]) { state.insert(.coarse) }
    return state
  }
}
