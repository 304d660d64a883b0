package import StrategyKit

/// Which photo each place of a grid shows and under which slot, and where each photo is. Tables in memory of their own, or
/// none where place and photo are the same number and all cells ask for one size: a look-up then takes one comparison.
///
/// Whoever makes one frees it.
@safe struct PlaceMap {
  /// By place the slot, then by place the photo.
  private let keys: UnsafeMutablePointer<Int32>?
  /// By photo.
  private let places: UnsafeMutablePointer<Int32>?
  private let count: Int32
  private let photoCount: Int32
  /// The slot of photo 0 at the usual target size.
  let base: Int32
  /// Whether all cells ask for one size.
  let isUniform: Bool

  /// - Parameters:
  ///   - content: nil for the library's first photos in their order.
  ///   - table: It knows the layout's target sizes.
  /// - Precondition: the layout has as many places as there are photos.
  init(_ content: GridContent?, _ layout: GridLayout, _ table: SlotTable) {
    isUniform = layout.hasEqualCells
    base = table.base(of: layout.targetSize)
    photoCount = Int32(table.capacity)
    guard content != nil || !isUniform else {
      unsafe keys = nil
      unsafe places = nil
      count = 0
      return
    }
    let content = content ?? GridContent(first: layout.count)
    count = content.count
    let keys = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, 2 * Int(content.count)))
    let places = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, table.capacity))
    unsafe places.initialize(repeating: -1, count: max(1, table.capacity))
    for (place, photo) in content.numbers.enumerated() {
      precondition(Int(photo) < table.capacity, "every photo is in the table")
      unsafe keys[place] = base + photo
      unsafe keys[Int(content.count) + place] = photo
      unsafe places[Int(photo)] = Int32(place)
    }
    if !isUniform {
      table.forEachPlace(of: layout) { place, base in
        unsafe keys[Int(place)] = base + keys[Int(content.count + place)]
      }
    }
    unsafe self.keys = unsafe keys
    unsafe self.places = unsafe places
  }

  func deallocate() {
    unsafe keys?.deallocate()
    unsafe places?.deallocate()
  }

  /// The slot of each place, then the photo of each; nil where `isPlain`.
  var pointer: UnsafePointer<Int32>? { unsafe keys.map { unsafe UnsafePointer($0) } }

  /// Whether place and photo are the same number, and slots lie from `base` on.
  var isPlain: Bool { unsafe keys == nil }

  /// The slot of a place's photo at its cell's target size.
  ///
  /// - Precondition: a place of the grid.
  @inline(__always)
  func slot(at place: Int32) -> Int {
    guard let keys = unsafe keys else { return Int(base + place) }
    assert(place >= 0 && place < count, "a place of the grid")
    return unsafe Int(keys[Int(place)])
  }

  /// - Precondition: a place of the grid.
  @inline(__always)
  func photo(at place: Int32) -> Int32 {
    guard let keys = unsafe keys else { return place }
    assert(place >= 0 && place < count, "a place of the grid")
    return unsafe keys[Int(count + place)]
  }

  /// Where a photo of the library is; negative when it is not in the grid. Where `isPlain` it may lie beyond the grid's end.
  @inline(__always)
  func place(of photo: Int32) -> Int32 {
    guard let places = unsafe places else { return photo }
    return unsafe places[Int(photo)]
  }

  /// The slot of a photo at its cell's target size; at the usual one where it is not in the grid.
  @inline(__always)
  func slot(ofPhoto photo: Int32) -> Int {
    if isUniform { return Int(base + photo) }
    let place = place(of: photo)
    return place < 0 ? Int(base + photo) : slot(at: place)
  }

  /// Whether a slot is of the target size in force for its photo.
  ///
  /// - Parameter slot: That of a full image.
  @inline(__always)
  func isInForce(_ slot: Int32) -> Bool {
    isUniform ? base <= slot && slot < base + photoCount : self.slot(ofPhoto: slot % photoCount) == Int(slot)
  }

  /// Every slot, by place; none where `isPlain`.
  var slots: ContiguousArray<Int32> {
    guard !isPlain else { return [] }
    return ContiguousArray((0..<count).lazy.map { Int32(slot(at: $0)) })
  }

  /// Places as runs of neighbouring photos.
  func photos(at places: ItemRange) -> [ItemRange] {
    if isPlain { return [places] }
    var runs: [ItemRange] = []
    for place in places.lower..<places.upper {
      let photo = photo(at: place)
      runs.join(ItemRange(lower: photo, upper: photo + 1))
    }
    return runs
  }
}

/// The slots of a grid's places at the target sizes in force, and of their thumbnails.
struct CellSlots {
  let slots: SlotStore
  /// The slot of photo 0's thumbnail; nil where none stand in.
  let thumbnailBase: Int?
  let order: PlaceMap

  /// A cell waits for its image and shows nothing.
  func isBlank(_ place: Int32) -> Bool { slots[order.slot(at: place)].has(.awaited) && !isSoft(place) }

  /// A cell waits for its image and shows the thumbnail.
  func isSoft(_ place: Int32) -> Bool {
    guard let thumbnailBase else { return false }
    return slots[thumbnailBase + Int(order.photo(at: place))].state == .displayed
  }
}

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

  var version: Int { table.book?.version ?? 0 }

  func bytes(of item: ItemID) -> ByteCount? {
    guard 0 <= item.rawValue && item.rawValue < itemCount else { return nil }
    var (photo, sizeClass) = (item.index, sizeClass)
    if !slots.isEmpty {
      (sizeClass, photo) = Int(slots[item.index]).quotientAndRemainder(dividingBy: table.capacity)
    }
    if let book = table.book, book.near.contains(item) {
      table.lookUp(item: photo, at: item.rawValue, sizeClass: sizeClass)
    }
    return ByteCount(rawValue: table.bitmapBytes(item: photo, sizeClass: sizeClass))
  }
}

extension PhotoBook {
  /// What images take under a layout whose places are the photos' numbers, without a replay.
  package func sizes(under layout: GridLayout) -> any BitmapSizing {
    var table = SlotTable(
      capacity: photos.count, classCapacity: layout.targetSizes.count, book: self,
      device: DeviceProfile(name: "app", fixed: .zero, picosecondsPerByte: 0, picosecondsPerPixel: 0, workers: 1),
      settings: ReplaySettings())
    table.reach(layout)
    let order = PlaceMap(nil, layout, table)
    defer { order.deallocate() }
    return LayoutSizes(table: table, itemCount: layout.count, order: order)
  }
}
