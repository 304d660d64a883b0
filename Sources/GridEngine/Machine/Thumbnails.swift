import StrategyKit

/// What a replay knows of thumbnails that stand in, besides their slots.
struct Thumbnails: Sendable {
  /// Started places lie in it; it shrinks as they are looked for.
  var items = ItemRange.empty
  /// Photos whose thumbnails ever were started lie in it.
  private(set) var touched = ItemRange.empty
  /// The cells whose thumbnails were planned last.
  var window = ItemRange.empty
  /// Cells on screen that show the thumbnail only.
  var softCount = 0

  mutating func reach(_ started: ItemRange, isPlain: Bool) {
    items = items.hull(with: started)
    if isPlain { touched = touched.hull(with: started) }
  }

  /// Photos and places have parted: any of so many photos may have been started.
  mutating func touchAll(_ count: Int) { touched = ItemRange(lower: 0, upper: Int32(count)) }
}

/// The running mean of what decodes took, which strategies may ask for.
struct MeanCost: Sendable {
  private var sum: Int64 = 0
  private var count: Int64 = 0

  mutating func add(_ cost: Int64) {
    sum += cost
    count += 1
  }

  /// 0 before the first.
  var mean: Nanoseconds { Nanoseconds(rawValue: count == 0 ? 0 : sum / count) }
}
