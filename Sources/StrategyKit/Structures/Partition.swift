extension Range<Int> {
  /// Returns the first index for which a monotonic condition is true, or the end if there is none.
  ///
  /// - Complexity: O(log n) calls.
  @inlinable @inline(__always)
  package func partitioningIndex(where isBeyond: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = (low + high) / 2
      if isBeyond(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
