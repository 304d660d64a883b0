// Embedded Swift compiles the standard library's sort anew for each type of elements, 2 kB each time, and a page loads what
// is compiled. Here one sort of places is compiled for all. Both keep elements that are equal in their order.
#if hasFeature(Embedded)
  extension Array {
    package func sorted(by precedes: (Element, Element) -> Bool) -> [Element] {
      stableOrder(count) { precedes(self[$0], self[$1]) }.map { self[$0] }
    }

    package mutating func sort(by precedes: (Element, Element) -> Bool) { self = sorted(by: precedes) }
  }

  extension Array where Element: Comparable {
    package func sorted() -> [Element] { sorted { $0 < $1 } }
  }

  /// Returns the indexes of so many elements in their order. Merges runs of 1, 2, 4 and more.
  @inline(never)
  private func stableOrder(_ count: Int, _ precedes: (Int, Int) -> Bool) -> [Int] {
    var order = Array(0..<count)
    var merged = order
    var width = 1
    while width < count {
      for start in stride(from: 0, to: count, by: 2 * width) {
        let (middle, end) = (min(start + width, count), min(start + 2 * width, count))
        var (left, right) = (start, middle)
        for place in start..<end {
          let isLeft = left < middle && (right == end || !precedes(order[right], order[left]))
          merged[place] = order[isLeft ? left : right]
          if isLeft { left += 1 } else { right += 1 }
        }
      }
      swap(&order, &merged)
      width *= 2
    }
    return order
  }
#endif
