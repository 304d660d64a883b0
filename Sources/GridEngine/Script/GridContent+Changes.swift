import StrategyKit

extension GridContent {
  /// What a collection view is told where this content becomes another one that keeps its photos' order.
  ///
  /// - Returns: Places of photos that go, counted in this content, and of those that come, counted in the other; ascending
  ///   ranges that do not meet.
  public func changes(to next: GridContent) -> (removed: [Range<Int>], inserted: [Range<Int>]) {
    (GridContent.places(of: self, missingIn: next), GridContent.places(of: next, missingIn: self))
  }

  private static func places(of content: GridContent, missingIn other: GridContent) -> [Range<Int>] {
    let held = other.photos.sorted { $0.lower < $1.lower }
    var missing: [Range<Int>] = []
    var first = 0
    for run in content.photos {
      var photo = run.lower
      for range in held where range.upper > run.lower && range.lower < run.upper {
        add(first + Int(photo - run.lower)..<first + Int(max(photo, range.lower) - run.lower), to: &missing)
        photo = max(photo, range.upper)
      }
      let end = first + Int(run.upper - run.lower)
      add(min(first + Int(photo - run.lower), end)..<end, to: &missing)
      first = end
    }
    return missing
  }

  private static func add(_ range: Range<Int>, to ranges: inout [Range<Int>]) {
    if range.isEmpty { return }
    if let last = ranges.last, last.upperBound == range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      ranges.append(range)
    }
  }
}
