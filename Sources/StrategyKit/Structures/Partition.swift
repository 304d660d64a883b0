extension Range<Int> {
  /// The first index for which a condition is true that is false before it and true from it on; the end where it never is.
  ///
  /// - Complexity: O(log n) questions.
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
