/// A strip of the content, `[minY, maxY)`, as wide as the grid.
public struct VerticalRange: Hashable, Sendable {
  public var minY: MilliPoints
  public var maxY: MilliPoints

  @inlinable
  public init(minY: MilliPoints, maxY: MilliPoints) {
    self.minY = minY
    self.maxY = maxY
  }

  @inlinable
  public var isEmpty: Bool { maxY <= minY }

  /// True when both share a positive height.
  @inlinable
  public func intersects(_ other: VerticalRange) -> Bool { minY < other.maxY && other.minY < maxY }
}
