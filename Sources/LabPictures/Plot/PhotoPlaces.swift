/// Which photo each place of a grid shows, as an event file tells it.
struct PhotoPlaces: Sendable {
  /// Photos, place by place; empty where place and photo are the same number.
  private let ranges: [Range<Int64>]
  /// The place at which each range begins.
  private let starts: [Int64]

  init(_ ranges: [Range<Int64>] = []) {
    self.ranges = ranges
    var place: Int64 = 0
    starts = ranges.map { range in
      defer { place = place.addingReportingOverflow(Int64(range.count)).partialValue }
      return place
    }
  }

  /// The photo of a place; -1 where the grid has none.
  subscript(place: Int64) -> Int64 {
    if ranges.isEmpty { return place }
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= place { low = middle } else { high = middle }
    }
    let photo = ranges[low].lowerBound + (place - starts[low])
    return ranges[low].contains(photo) ? photo : -1
  }
}
