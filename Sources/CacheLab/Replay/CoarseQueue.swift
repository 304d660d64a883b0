import StrategyKit

/// Jobs and bitmaps of the coarse tier in a replay.
struct CoarseQueue: Sendable {
  /// Jobs of cells that wait, and of items that are only started.
  var demand = JobQueue()
  var preheat = JobQueue()
  /// Started places lie in it; it shrinks as they are looked for.
  var items = ItemRange.empty
  /// Photos that ever were started lie in it.
  private(set) var touched = ItemRange.empty
  /// Cells on screen that show the coarse image only.
  var softCount = 0
  private var endedCost: Int64 = 0
  private var endedCount: Int64 = 0

  mutating func reach(_ started: ItemRange, isPlain: Bool) {
    items = CoarseQueue.hull(items, started)
    if isPlain { touched = CoarseQueue.hull(touched, started) }
  }

  /// Photos and places have parted: any of so many photos may have been started.
  mutating func touchAll(_ count: Int) { touched = ItemRange(lower: 0, upper: Int32(count)) }

  mutating func count(decodeCost cost: Int64) {
    endedCost += cost
    endedCount += 1
  }

  /// Mean of what decodes of thumbnails took so far; 0 before the first.
  var meanTime: Nanoseconds { Nanoseconds(rawValue: endedCount == 0 ? 0 : endedCost / endedCount) }

  private static func hull(_ one: ItemRange, _ other: ItemRange) -> ItemRange {
    if one.isEmpty || other.isEmpty { return one.isEmpty ? other : one }
    return ItemRange(lower: min(one.lower, other.lower), upper: max(one.upper, other.upper))
  }
}
