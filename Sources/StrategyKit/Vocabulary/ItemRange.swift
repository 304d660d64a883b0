/// A half-open, ascending range of items: `lower` is in it, `upper` is not.
public struct ItemRange: Hashable, Sendable {
  public var lower: Int32
  public var upper: Int32

  /// - Precondition: `lower <= upper`.
  @inlinable
  public init(lower: Int32, upper: Int32) {
    precondition(lower <= upper, "a range of items ascends")
    self.lower = lower
    self.upper = upper
  }

  /// The range without items.
  @inlinable
  public static var empty: ItemRange { ItemRange(lower: 0, upper: 0) }

  @inlinable
  public var count: Int { Int(upper) - Int(lower) }

  @inlinable
  public var isEmpty: Bool { lower == upper }

  @inlinable
  public func contains(_ item: ItemID) -> Bool { lower <= item.rawValue && item.rawValue < upper }

  /// Returns the part before `other` begins.
  @inlinable
  public func before(_ other: ItemRange) -> ItemRange {
    if isEmpty || other.isEmpty { return self }
    return ItemRange(lower: lower, upper: max(lower, min(upper, other.lower)))
  }

  /// Returns the part after `other` ends; empty if `other` is, so that `before` and `after` together are the range
  /// without `other`.
  @inlinable
  public func after(_ other: ItemRange) -> ItemRange {
    if isEmpty || other.isEmpty { return .empty }
    return ItemRange(lower: min(upper, max(lower, other.upper)), upper: upper)
  }

  /// Returns the intersection.
  @inlinable
  public func common(with other: ItemRange) -> ItemRange {
    let (lower, upper) = (max(lower, other.lower), min(upper, other.upper))
    return lower < upper ? ItemRange(lower: lower, upper: upper) : .empty
  }

  /// Returns the smallest range that contains both.
  @inlinable
  public func hull(with other: ItemRange) -> ItemRange {
    if isEmpty || other.isEmpty { return isEmpty ? other : self }
    return ItemRange(lower: min(lower, other.lower), upper: max(upper, other.upper))
  }
}

extension [ItemRange] {
  /// Appends a range, or extends the last one if it ends where `range` begins.
  package mutating func join(_ range: ItemRange) {
    if let last, last.upper == range.lower {
      self[count - 1].upper = range.upper
    } else {
      append(range)
    }
  }
}

/// The index of an item in the grid, counted from 0.
///
/// An app maps its asset identifiers to dense item ids once; every structure here is then an array.
public struct ItemID: RawRepresentable, Hashable, Comparable, Sendable {
  public var rawValue: Int32

  @inlinable
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// - Precondition: `index` fits 32 bits.
  @inlinable
  public init(_ index: Int) { rawValue = Int32(index) }

  /// The index as an array subscript.
  @inlinable
  public var index: Int { Int(rawValue) }

  @inlinable
  public static func < (left: ItemID, right: ItemID) -> Bool { left.rawValue < right.rawValue }
}

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
