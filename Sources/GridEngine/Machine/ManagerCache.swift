import StrategyKit

/// A bounded LRU below a strategy that keeps nothing itself: what the image manager may keep on its own. Photos does
/// not document whether it does, so this is an assumption, and none is made unless asked for (`--manager-cache`).
///
/// Its limit is on what it keeps, the bitmaps that are neither displayed nor started: what is displayed or started is
/// held by the app or on its behalf with or without such a cache. A bitmap larger than the limit is not taken in, so a
/// limit of 0 is no cache at all.
struct ManagerCache: EvictionBehaviour {
  var keepsBitmaps: Bool { true }
  let keptBudget: ByteCount
  /// Held slots and slots on their way, least recently requested first.
  private var recency = SlotList()

  init(keeping budget: ByteCount) { keptBudget = budget }

  /// Displayed, started and running bitmaps are not its business: no decode waits for room.
  var budget: ByteCount { ByteCount(rawValue: .max) }

  mutating func reset(slotCount: Int, sizeClasses: Int) { recency.reset(slotCount: slotCount) }

  mutating func requested(_ slot: Int32, bytes: ByteCount) { recency.moveToBack(slot) }

  mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    if !recency.contains(slot) { recency.append(slot) }
  }

  mutating func dropped(_ slot: Int32) {
    if recency.contains(slot) { recency.remove(slot) }
  }

  func checkInvariants() throws(InvariantViolation) { try recency.checkInvariants() }

  mutating func victim(where mayGo: (Int32) -> Bool) -> Int32? { recency.first(where: mayGo) }
}
