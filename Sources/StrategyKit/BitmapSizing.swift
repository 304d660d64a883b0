/// Tells a strategy how many bytes bitmaps take before anything is decoded, so that it can keep a byte budget.
///
/// The engine or the app implements it, for example from the pixel sizes of its photos. It is a class, so that a frame
/// carries a reference and copies nothing, and it is asked for single items.
public protocol BitmapSizing: AnyObject, Sendable {
  /// Returns the bytes of the item's bitmap at the target size of the layout in force, or nil if they are not known.
  ///
  /// The sizes of items outside the grid are not known.
  func bytes(of item: ItemID) -> ByteCount?

  /// A number that changes once the sizes of many items have changed; 0 by default.
  var version: Int { get }
}

extension BitmapSizing {
  public var version: Int { 0 }
}

extension FrameContext {
  /// Returns the bytes of the item's bitmap, or of a bitmap as large as its cell if no sizes are known.
  @inlinable
  public func bytes(of item: ItemID) -> ByteCount { sizes?.bytes(of: item) ?? cellBytes(of: item) }

  /// Returns the bytes of the items' bitmaps together; items of unknown size count as large as their cells.
  ///
  /// - Complexity: O(items); O(1) if no sizes are known and all cells are equal.
  @inlinable
  public func bytes(of items: ItemRange) -> ByteCount {
    if sizes == nil && layout.hasEqualCells {
      return ByteCount(rawValue: layout.targetSize.pixelCount * 4 * Int64(items.count))
    }
    var sum: Int64 = 0
    for item in items.lower..<items.upper { sum += bytes(of: ItemID(rawValue: item)).rawValue }
    return ByteCount(rawValue: sum)
  }

  /// Returns the bytes of a bitmap of exactly the size that a cell asks for, at four bytes a pixel.
  @usableFromInline
  func cellBytes(of item: ItemID) -> ByteCount {
    let isThere = 0 <= item.rawValue && item.rawValue < layout.count
    let size = isThere ? layout.targetSize(of: item.rawValue) : layout.targetSize
    return ByteCount(rawValue: size.pixelCount * 4)
  }
}
