import CacheLab
import StrategyKit

/// Which photo each place of a grid shows, as events tell it.
struct PhotoPlaces: Sendable {
  /// Photos, place by place; empty where place and photo are the same number.
  private let ranges: ItemRanges
  /// The place at which each range begins.
  private let starts: [Int]

  init(_ ranges: ItemRanges = []) {
    self.ranges = ranges
    var place = 0
    starts = ranges.map { range in
      defer { place += range.count }
      return place
    }
  }

  /// The photo of a place; nil where the grid has none.
  subscript(place: Int) -> Int32? {
    if ranges.isEmpty { return Int32(exactly: place) }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    let photo = Int(ranges[low].lower) + (place - starts[low])
    return photo < ranges[low].upper ? Int32(photo) : nil
  }
}
