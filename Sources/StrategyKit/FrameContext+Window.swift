/// Windows around the viewport. Margins are thousandths of a point.
extension FrameContext {
  /// Returns the rows that overlap the viewport grown by these margins; negative margins shrink it.
  @inlinable @inline(__always)
  public func rows(above: Int64, below: Int64) -> Range<Int64> {
    layout.rows(
      overlapping: VerticalRange(
        minY: viewport.minY - MilliPoints(rawValue: above), maxY: viewport.maxY + MilliPoints(rawValue: below)))
  }

  /// Returns the items of `rows(above:below:)`.
  @inlinable @inline(__always)
  public func items(above: Int64, below: Int64) -> ItemRange { layout.items(inRows: rows(above: above, below: below)) }

  /// Returns the visible items, extended by this share of them on the side that the scroll goes to.
  @inlinable @inline(__always)
  public func items(_ visible: ItemRange, ahead share: Rational, isGoingUp: Bool) -> ItemRange {
    let ahead = Int64(visible.count) * share.numerator / share.denominator
    return isGoingUp
      ? ItemRange(lower: Int32(max(0, Int64(visible.lower) - ahead)), upper: visible.upper)
      : ItemRange(lower: visible.lower, upper: Int32(min(Int64(layout.count), Int64(visible.upper) + ahead)))
  }

  /// Returns a share of the viewport's height, rounded up to whole thousandths of a point.
  @inlinable @inline(__always)
  public func screens(_ share: Rational) -> Int64 {
    (layout.viewportHeight.rawValue * share.numerator).ceilingDivide(share.denominator)
  }
}
