/// A set of items, kept as ascending ranges with gaps between them.
struct ItemSet: Sendable {
  private(set) var ranges: [ItemRange] = []
  private var latest = 0

  var items: some Sequence<Int32> { ranges.lazy.flatMap { $0.lower..<$0.upper } }

  func contains(_ item: Int32) -> Bool {
    let index = ranges.indices.partitioningIndex { ranges[$0].upper > item }
    return index < ranges.count && ranges[index].lower <= item
  }

  /// Returns the smallest range that holds those of `items` that are in the set.
  func hull(in items: ItemRange) -> ItemRange {
    let first = ranges.indices.partitioningIndex { ranges[$0].upper > items.lower }
    let end = ranges.indices.partitioningIndex { ranges[$0].lower >= items.upper }
    if first >= end { return .empty }
    return ItemRange(lower: ranges[first].lower, upper: ranges[end - 1].upper).common(with: items)
  }

  mutating func insert(_ items: ItemRange) {
    // A scroll adds to the range that it added to before.
    if latest < ranges.count {
      let range = ranges[latest]
      if range.lower <= items.lower && items.upper <= range.upper { return }
    }
    if !items.isEmpty { add(items) }
  }

  private mutating func add(_ items: ItemRange) {
    let first = ranges.indices.partitioningIndex { ranges[$0].upper >= items.lower }
    var (joined, end) = (items, first)
    while end < ranges.count && ranges[end].lower <= items.upper {
      joined = joined.hull(with: ranges[end])
      end += 1
    }
    if end == first {
      ranges.insert(joined, at: first)
    } else {
      ranges[first] = joined
      if end > first + 1 { ranges.removeSubrange(first + 1..<end) }
    }
    latest = first
  }

  mutating func remove(_ items: ItemRange) {
    if items.isEmpty { return }
    var index = ranges.indices.partitioningIndex { ranges[$0].upper > items.lower }
    while index < ranges.count && ranges[index].lower < items.upper {
      let range = ranges[index]
      let (before, after) = (range.before(items), range.after(items))
      switch (before.isEmpty, after.isEmpty) {
      case (true, true): ranges.remove(at: index)
      case (true, false):
        ranges[index] = after
        return
      case (false, true):
        ranges[index] = before
        index += 1
      case (false, false):
        ranges[index] = before
        ranges.insert(after, at: index + 1)
        return
      }
    }
  }
}
