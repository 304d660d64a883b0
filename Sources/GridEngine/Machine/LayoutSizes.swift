import StrategyKit

/// What bitmaps take at the target sizes in force, from the table: what a strategy may ask of items that nothing has
/// touched yet. Made once a layout; nothing is stored an item.
final class LayoutSizes: BitmapSizing {
  private let table: SlotTable
  private let itemCount: Int32
  /// That of all places, where `slots` has none.
  private let sizeClass: Int
  /// The slot of each place; none where place and photo are the same, and all cells ask for one size.
  private let slots: ContiguousArray<Int32>

  init(table: SlotTable, itemCount: Int32, order: PlaceMap) {
    self.table = table
    self.itemCount = itemCount
    sizeClass = Int(order.base) / max(1, table.capacity)
    slots = order.slots
  }

  func bytes(of item: ItemID) -> ByteCount? {
    guard 0 <= item.rawValue && item.rawValue < itemCount else { return nil }
    if slots.isEmpty { return ByteCount(rawValue: table.bitmapBytes(item: item.index, sizeClass: sizeClass)) }
    let (sizeClass, photo) = Int(slots[item.index]).quotientAndRemainder(dividingBy: table.capacity)
    return ByteCount(rawValue: table.bitmapBytes(item: photo, sizeClass: sizeClass))
  }
}
