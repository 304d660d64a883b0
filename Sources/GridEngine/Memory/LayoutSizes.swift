/// The bytes of bitmaps at the target sizes in force, which a strategy may ask for before an item is touched. Made once
/// a layout; nothing is stored an item.
final class LayoutSizes: BitmapSizing {
  private let table: SlotTable
  private let itemCount: Int32
  private let sizeClass: Int
  private let runs: PlaceRuns?

  init(table: SlotTable, itemCount: Int32, order: PlaceMap) {
    self.table = table
    self.itemCount = itemCount
    sizeClass = Int(order.base) / max(1, table.capacity)
    runs = order.copy
  }

  var version: Int { table.book?.version ?? 0 }

  func bytes(of item: ItemID) -> ByteCount? {
    guard 0 <= item.rawValue && item.rawValue < itemCount else { return nil }
    var (photo, sizeClass) = (item.index, sizeClass)
    if let runs {
      (sizeClass, photo) = Int(runs.slotFound(at: item.rawValue)).quotientAndRemainder(dividingBy: table.capacity)
    }
    if let book = table.book, book.near.contains(item) {
      table.lookUp(item: photo, at: item.rawValue, sizeClass: sizeClass)
    }
    return ByteCount(rawValue: table.bitmapBytes(item: photo, sizeClass: sizeClass))
  }
}

extension PhotoBook {
  /// Returns the bytes of images under a layout that shows some of the photos, without a replay.
  package func sizes(under layout: GridLayout, showing content: GridContent) -> any BitmapSizing {
    var table = SlotTable(
      capacity: photos.count, classCapacity: layout.targetSizes.count, book: self,
      device: DeviceProfile(name: "app", fixed: .zero, picosecondsPerByte: 0, picosecondsPerPixel: 0, workers: 1),
      settings: ReplaySettings())
    table.reach(layout)
    let order = PlaceMap(content, layout, table)
    defer { order.deallocate() }
    return LayoutSizes(table: table, itemCount: layout.count, order: order)
  }
}
