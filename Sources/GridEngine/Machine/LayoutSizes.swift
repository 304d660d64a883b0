import StrategyKit

/// What bitmaps take at the target sizes in force, from the table: what a strategy may ask of items that nothing has
/// touched yet. Made once a layout; nothing is stored an item.
final class LayoutSizes: BitmapSizing {
  private let table: SlotTable
  private let itemCount: Int32
  private let base: Int32
  /// The slot of each place; none where they lie from `base` on.
  private let slots: ContiguousArray<Int32>

  init(table: SlotTable, itemCount: Int32, order: PlaceMap) {
    self.table = table
    self.itemCount = itemCount
    base = order.base
    slots = order.slots
  }

  func bytes(of item: ItemID) -> ByteCount? {
    guard 0 <= item.rawValue && item.rawValue < itemCount else { return nil }
    let slot = slots.isEmpty ? Int(base) + item.index : Int(slots[item.index])
    return ByteCount(rawValue: table.bitmapBytes(item: slot % table.capacity, sizeClass: slot / table.capacity))
  }
}
