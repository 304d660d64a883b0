import StrategyKit

/// What bitmaps take at the target size in force, from the table: what a strategy may ask of items that nothing has
/// touched yet. Made once a layout; nothing is stored an item.
final class LayoutSizes: BitmapSizing {
  private let table: SlotTable
  private let sizeClass: Int
  private let itemCount: Int32
  /// The photo of each place; none where these are the same.
  private let photos: ContiguousArray<Int32>

  init(table: SlotTable, sizeClass: Int, itemCount: Int32, photos: ContiguousArray<Int32>) {
    self.table = table
    self.sizeClass = sizeClass
    self.itemCount = itemCount
    self.photos = photos
  }

  func bytes(of item: ItemID) -> ByteCount? {
    guard 0 <= item.rawValue && item.rawValue < itemCount else { return nil }
    let photo = photos.isEmpty ? item.index : Int(photos[item.index])
    return ByteCount(rawValue: table.bitmapBytes(item: photo, sizeClass: sizeClass))
  }
}
