import StrategyKit

/// The books of thumbnails that stand in, besides their slots.
struct Thumbnails: Sendable {
  /// A range with the started places; it shrinks as they are looked for.
  var items = ItemRange.empty
  /// Places that were started and not stopped; some may have been evicted since.
  var started = ItemSet()
  /// Photos whose thumbnails ever were started.
  var touched = ItemSet()
  /// The cells whose thumbnails were planned last.
  var window = ItemRange.empty
  /// The number of cells on screen that show the thumbnail alone.
  var shownCount = 0
}

/// The running mean of what decodes took, which strategies may ask for.
struct MeanCost: Sendable {
  private var sum: Int64 = 0
  private var count: Int64 = 0

  mutating func add(_ cost: Int64) {
    sum += cost
    count += 1
  }

  var mean: Nanoseconds { Nanoseconds(rawValue: count == 0 ? 0 : sum / count) }
}
