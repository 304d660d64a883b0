package import StrategyKit

/// The photo and the slot of each place of a grid, and the place of each photo, in memory that the owner of the map
/// frees. There is none where place and photo are the same number and all cells ask for one size: a look-up then takes
/// one comparison.
@safe struct PlaceMap {
  private let runs: UnsafeMutablePointer<PlaceRuns>?
  private let photoCount: Int32
  /// The slot of photo 0 at the usual target size.
  let base: Int32
  /// True if all cells ask for one size.
  let isUniform: Bool

  /// - Parameter content: The photos; nil for the library's first ones in their order.
  /// - Precondition: The table knows the layout's target sizes, and the layout has as many places as there are photos.
  /// - Complexity: O(runs of `content` + sections of several sizes), and sorting the runs.
  init(_ content: GridContent?, _ layout: GridLayout, _ table: SlotTable) {
    isUniform = layout.hasEqualCells
    base = table.base(of: layout.targetSize)
    photoCount = Int32(table.capacity)
    guard content != nil || !isUniform else {
      unsafe runs = nil
      return
    }
    let content = content ?? GridContent(first: layout.count)
    precondition(Int(content.photoBound) <= table.capacity, "every photo is in the table")
    precondition(content.count == layout.count, "a place for each photo")
    var parts: [(photos: ItemRange, slot: Int32)] = []
    var place: Int32 = 0
    for photos in content.photos {
      var photo = photos.lower
      while photo < photos.upper {
        let end = min(photos.upper, photo + layout.endOfRun(at: place) - place)
        parts.append((ItemRange(lower: photo, upper: end), table.base(of: layout.targetSize(of: place)) + photo))
        (place, photo) = (place + end - photo, end)
      }
    }
    let runs = UnsafeMutablePointer<PlaceRuns>.allocate(capacity: 1)
    unsafe runs.initialize(to: PlaceRuns(parts))
    unsafe self.runs = unsafe runs
  }

  func deallocate() {
    unsafe runs?.deinitialize(count: 1)
    unsafe runs?.deallocate()
  }

  /// The runs, in the map's own memory; nil if `isPlain`.
  var pointer: UnsafeMutablePointer<PlaceRuns>? { unsafe runs }

  /// A copy of the runs; nil if `isPlain`.
  var copy: PlaceRuns? { unsafe runs?.pointee }

  /// True if place and photo are the same number, and slots lie from `base` on.
  var isPlain: Bool { unsafe runs == nil }

  /// Returns the slot of a place's photo at its cell's target size.
  ///
  /// - Precondition: The grid has the place.
  @inline(__always)
  func slot(at place: Int32) -> Int {
    guard let runs = unsafe runs else { return Int(base + place) }
    return unsafe Int(runs.pointee.slot(at: place))
  }

  /// - Precondition: The grid has the place.
  @inline(__always)
  func photo(at place: Int32) -> Int32 {
    guard let runs = unsafe runs else { return place }
    return unsafe runs.pointee.run(at: place).photo
  }

  /// Returns the photo and the slot of a place, and a place behind it up to which all are neighbours.
  ///
  /// - Precondition: The grid has the place.
  @inline(__always)
  func run(at place: Int32) -> (photo: Int32, slot: Int32, end: Int32) {
    guard let runs = unsafe runs else { return (place, base + place, .max) }
    return unsafe runs.pointee.run(at: place)
  }

  /// Returns the place of a photo; negative if it is not in the grid. If `isPlain` it may lie beyond the grid's end.
  @inline(__always)
  func place(of photo: Int32) -> Int32 {
    guard let runs = unsafe runs else { return photo }
    return unsafe runs.pointee.place(of: photo)
  }

  /// Returns the slot of a photo at its cell's target size; at the usual one if it is not in the grid.
  @inline(__always)
  func slot(ofPhoto photo: Int32) -> Int {
    if isUniform { return Int(base + photo) }
    let place = place(of: photo)
    return place < 0 ? Int(base + photo) : slot(at: place)
  }

  /// Returns whether the slot of a full image is of the target size in force for its photo.
  @inline(__always)
  func isInForce(_ slot: Int32) -> Bool {
    isUniform ? base <= slot && slot < base + photoCount : self.slot(ofPhoto: slot % photoCount) == Int(slot)
  }

  func photos(at places: ItemRange) -> [ItemRange] {
    if isPlain { return [places] }
    var photos: [ItemRange] = []
    var place = places.lower
    while place < places.upper {
      let run = run(at: place)
      let end = min(run.end, places.upper)
      photos.join(ItemRange(lower: run.photo, upper: run.photo + end - place))
      place = end
    }
    return photos
  }
}

/// The slots of a grid's places at the target sizes in force, and of their thumbnails.
struct CellSlots {
  let slots: SlotStore
  /// The slot of photo 0's thumbnail; nil if there are none.
  let thumbnailBase: Int?
  let order: PlaceMap

  func isBlank(_ place: Int32) -> Bool { slots[order.slot(at: place)].has(.awaited) && !isThumbnailShown(place) }

  /// Returns whether a cell waits for its image and shows the thumbnail.
  func isThumbnailShown(_ place: Int32) -> Bool {
    guard let thumbnailBase else { return false }
    return slots[thumbnailBase + Int(order.photo(at: place))].state == .displayed
  }

  @inline(__always)
  func blankCount(_ lower: Int32, _ upper: Int32) -> Int32 {
    var count: Int32 = 0
    for place in lower..<upper where isBlank(place) { count += 1 }
    return count
  }

  @inline(__always)
  func thumbnailCount(_ lower: Int32, _ upper: Int32) -> Int32 {
    var count: Int32 = 0
    for place in lower..<upper where isThumbnailShown(place) { count += 1 }
    return count
  }
}

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
