import Strategies

/// What bitmaps take at the target size in force, from the table: what a strategy may ask of items that nothing has
/// touched yet. Made once a layout; nothing is stored an item.
final class LayoutSizes: BitmapSizing {
  private let table: SlotTable
  private let sizeClass: Int
  private let itemCount: Int32

  init(table: SlotTable, sizeClass: Int, itemCount: Int32) {
    self.table = table
    self.sizeClass = sizeClass
    self.itemCount = itemCount
  }

  func bytes(of item: ItemID) -> ByteCount? {
    guard 0 <= item.rawValue && item.rawValue < itemCount else { return nil }
    return ByteCount(rawValue: table.bitmapBytes(item: item.index, sizeClass: sizeClass))
  }
}
