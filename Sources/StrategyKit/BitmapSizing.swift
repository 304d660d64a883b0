/// Tells a strategy what bitmaps take before anything is decoded, so that it can keep a byte budget.
///
/// Who runs the strategy implements it: from the pixel sizes of its photos, for example. A class, so that a frame carries
/// a reference and copies nothing; it is asked for single items, and costs nothing when nobody asks.
public protocol BitmapSizing: AnyObject, Sendable {
  /// What the item's bitmap takes at the target size of the layout in force; nil when that is not known.
  ///
  /// Items outside the grid are not known.
  func bytes(of item: ItemID) -> ByteCount?

  /// Another number once much else is said of many items than before; 0 by default.
  var version: Int { get }
}

extension BitmapSizing {
  public var version: Int { 0 }
}

extension FrameContext {
  /// What the item's bitmap takes; as much as the cell has pixels when nobody knows.
  @inlinable
  public func bytes(of item: ItemID) -> ByteCount { sizes?.bytes(of: item) ?? cellBytes(of: item) }

  /// What the bitmaps of some items take together; those that nobody knows count as large as their cells.
  ///
  /// - Complexity: O(items); O(1) when nobody knows any and all cells are equal.
  @inlinable
  public func bytes(of items: ItemRange) -> ByteCount {
    if sizes == nil && layout.hasEqualCells {
      return ByteCount(rawValue: layout.targetSize.pixelCount * 4 * Int64(items.count))
    }
    var sum: Int64 = 0
    for item in items.lower..<items.upper { sum += bytes(of: ItemID(rawValue: item)).rawValue }
    return ByteCount(rawValue: sum)
  }

  /// A bitmap of the very size that a cell asks for, four bytes a pixel.
  @usableFromInline
  func cellBytes(of item: ItemID) -> ByteCount {
    let isThere = 0 <= item.rawValue && item.rawValue < layout.count
    let size = isThere ? layout.targetSize(of: item.rawValue) : layout.targetSize
    return ByteCount(rawValue: size.pixelCount * 4)
  }
}
