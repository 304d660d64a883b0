/// Costs and bytes of every bitmap that a replay may hold: made once for a trace, library and device, used by many
/// replays. Nothing is stored a key: both follow from what the library's index says of the asset.
///
/// A slot is a dense index, `sizeClass x capacity + item`; a size class is a distinct target size of the trace.
public struct SlotTable: Sendable {
  /// Distinct target sizes, in order of first appearance.
  public private(set) var targetSizes: [PixelSize] = []
  /// Items a class has room for.
  public let capacity: Int
  let classCapacity: Int
  /// By class, the classes that are at least as large in both sides, nearest first, without itself.
  private(set) var largerClasses: [[Int]] = []
  /// All slots as a replay begins with them, where keys are few; copied, they are cheaper than made one by one.
  private(set) var readySlots: ContiguousArray<Slot> = []
  private let assets: ContiguousArray<AssetInfo>
  /// The photos of an app, in place of `assets`.
  package let book: PhotoBook?
  private var forms: BitmapForms
  package var device: DeviceProfile
  /// True with `fast` delivery. Stored, for the comparison is one of texts.
  private let hasFastDelivery: Bool
  var cloud: CloudModel { storedCloud[0] }
  /// Apart, because what strategies ask of a table is copied where code is not optimised, and large values on the heap.
  private let storedCloud: [CloudModel]

  /// More keys than this are not replayed: 32 bytes each, once a replay meets them.
  public static let slotsMax = 10_000_000

  /// The number of keys (1 MB) up to which slots are made before the first replay.
  private static let readyMax = 32_768

  /// Creates the table of a grid whose layouts are known.
  ///
  /// - Parameter capacity: The number of photos that they show, counted from the first.
  /// - Precondition: `assets` has as many, and there are at most `slotsMax` keys.
  init(
    layouts: [GridLayout], capacity: Int, assets: ContiguousArray<AssetInfo>, device: DeviceProfile,
    settings: ReplaySettings
  ) {
    precondition(capacity <= assets.count, "every item has an asset")
    let sizes = Set(layouts.flatMap { $0.targetSizes })
    precondition(sizes.count * capacity <= SlotTable.slotsMax, "keys are counted before a table is made")
    self.init(
      capacity: capacity, classCapacity: sizes.count, assets: assets, device: device, settings: settings)
    for layout in layouts { reach(layout) }
    if slotCount > SlotTable.readyMax { return }
    var slots = ContiguousArray(repeating: Slot(), count: slotCount)
    for slot in slots.indices { describe(&slots[slot], item: slot % capacity, sizeClass: slot / capacity) }
    readySlots = slots
  }

  /// Creates the table of a grid whose layouts are not known before: see `reach(_:)`.
  ///
  /// - Parameters:
  ///   - book: An app's photos; nil if they are `assets`.
  ///   - findsCloud: True if photos may turn out to be in the cloud.
  /// - Precondition: There are at most `capacity` photos.
  package init(
    capacity: Int, classCapacity: Int, assets: ContiguousArray<AssetInfo> = [], book: PhotoBook? = nil,
    device: DeviceProfile, settings: ReplaySettings, findsCloud: Bool = false
  ) {
    self.capacity = capacity
    self.classCapacity = classCapacity
    self.assets = assets
    self.book = book
    self.device = device
    hasFastDelivery = settings.delivery == .fast
    storedCloud = [settings.cloud]
    hasCloud = findsCloud || settings.cloud.sharePercent > 0
    forms = BitmapForms(of: (book?.photos ?? assets).prefix(capacity), fit: settings.fit)
  }

  func hasRoom(for layout: GridLayout) -> Bool {
    targetSizes.count + layout.targetSizes.count { !targetSizes.contains($0) } <= classCapacity
  }

  /// Adds a class for each target size of a layout that is new.
  ///
  /// - Precondition: There is room for them.
  package mutating func reach(_ layout: GridLayout) {
    let new = layout.targetSizes.filter { !targetSizes.contains($0) }
    if new.isEmpty { return }
    precondition(targetSizes.count + new.count <= classCapacity, "a table has room for all target sizes")
    for size in new {
      targetSizes.append(size)
      forms.reach(size)
    }
    let sizes = targetSizes
    largerClasses = sizes.map { size in
      sizes.indices
        .filter { sizes[$0] != size && sizes[$0].covers(size) }
        .sorted { (sizes[$0].pixelCount, $0) < (sizes[$1].pixelCount, $1) }
    }
  }

  /// The item that a slot belongs to.
  public func item(ofSlot slot: Int32) -> ItemID { ItemID(Int(slot) % capacity) }

  /// The slot of item 0's thumbnail: behind those of all target sizes, one an item.
  public var thumbnailBase: Int32 { Int32(slotCount) }

  /// True for a thumbnail's slot.
  public func isThumbnail(_ slot: Int32) -> Bool { slot >= thumbnailBase }

  /// Returns the tier of a slot's decode.
  public func tier(ofSlot slot: Int32) -> Tier { isThumbnail(slot) ? .thumbnail : .full }

  /// The target size of a slot's key; the thumbnail's own size for a thumbnail.
  public func targetSize(ofSlot slot: Int32) -> PixelSize {
    isThumbnail(slot) ? sourceSize(ofSlot: slot) : targetSizes[Int(slot) / capacity]
  }

  /// Returns the slot of item 0 at a target size that is known.
  func base(of size: PixelSize) -> Int32 { Int32((targetSizes.firstIndex(of: size) ?? 0) * capacity) }

  func sizeClasses(of layout: GridLayout) -> [Int] { layout.targetSizes.compactMap { targetSizes.firstIndex(of: $0) } }

  /// Returns the slots of the library's first photos under a layout.
  func slots(of layout: GridLayout) -> ItemSlots {
    if layout.hasEqualCells { return ItemSlots(from: base(of: layout.targetSize)) }
    return ItemSlots(
      from: 0, each: ContiguousArray((0..<layout.count).map { base(of: layout.targetSize(of: $0)) + $0 }))
  }

  package var slotCount: Int { classCapacity * capacity }

  @inline(__always)
  private func asset(_ item: Int) -> AssetInfo {
    if let book { return book.photos[item] }
    return assets[item]
  }

  /// Returns the bytes of an item's bitmap, decoded or not; of an app's photo the foreseen ones.
  func bitmapBytes(item: Int, sizeClass: Int) -> Int64 {
    if let book { return foreseen(formBytes(book.photos[item], sizeClass), item: item, sizeClass: sizeClass) }
    return formBytes(assets[item], sizeClass)
  }

  @inline(__always)
  private func formBytes(_ asset: AssetInfo, _ sizeClass: Int) -> Int64 {
    (isOnlyThumbnail(asset) ? asset.thumbnailForm : forms.form(of: asset, sizeClass: sizeClass)).bytes
  }

  @inline(never)
  private func foreseen(_ form: Int64, item: Int, sizeClass: Int) -> Int64 {
    guard let book else { return form }
    return book.bytes(ofSlot: Int32(sizeClass * capacity + item), photo: item, sizeClass: sizeClass, form: form)
  }

  private func cellBytes(sizeClass: Int) -> Int64 {
    forms.form(of: AssetInfo.unknown, sizeClass: sizeClass).bytes
  }

  /// Asks an app for the size of a photo that is to be shown or started.
  func lookUp(item: Int, at place: Int32, sizeClass: Int) {
    guard let book, let found = book.lookUp(item, at: place) else { return }
    _ = book.learn(
      forms.form(of: found, sizeClass: sizeClass).bytes, slot: nil, photo: item, sizeClass: sizeClass, form: 0,
      cell: cellBytes(sizeClass: sizeClass))
  }

  /// Learns from an app's image that came, and returns whether others are foreseen differently now.
  func learn(_ bytes: Int64, ofSlot slot: Int32) -> Bool {
    let (sizeClass, item) = Int(slot).quotientAndRemainder(dividingBy: capacity)
    guard let book, !isThumbnail(slot) else { return false }
    return book.learn(
      bytes, slot: slot, photo: item, sizeClass: sizeClass,
      form: forms.form(of: book.photos[item], sizeClass: sizeClass).bytes, cell: cellBytes(sizeClass: sizeClass))
  }

  /// Returns whether a request is answered with the thumbnail and nothing else.
  private func isOnlyThumbnail(_ asset: AssetInfo) -> Bool { hasFastDelivery && asset.hasThumbnail }

  /// True for a slot whose decode is of an embedded thumbnail: a thumbnail's slot, and with fast delivery others too.
  public func isThumbnail(ofSlot slot: Int32) -> Bool {
    isThumbnail(slot) || isOnlyThumbnail(asset(item(ofSlot: slot).index))
  }

  func describe(_ slot: inout Slot, item: Int, sizeClass: Int) {
    let asset = asset(item)
    if isOnlyThumbnail(asset) { return describeThumbnail(&slot, item: item) }
    let form = forms.form(of: asset, sizeClass: sizeClass)
    let cost = device.cost(encodedBytes: Int64(asset.encodedBytes), of: form)
    slot.learn(
      bytes: book == nil ? form.bytes : foreseen(form.bytes, item: item, sizeClass: sizeClass), cost: cost.rawValue,
      isDecodable: asset.isDecodable,
      needsDownload: hasCloud && cloud.isInCloud(UInt64(item)))
  }

  /// True when photos may be in the cloud.
  public let hasCloud: Bool

  func fileBytes(ofAsset asset: Int) -> Int32 { self.asset(asset).encodedBytes }

  /// Describes the slot of an item's thumbnail, decoded at its own size. Without a thumbnail the slot counts as broken.
  func describeThumbnail(_ slot: inout Slot, item: Int) {
    let asset = asset(item)
    let form = asset.thumbnailForm
    let cost = device.cost(encodedBytes: Int64(asset.thumbnailBytes), of: form)
    slot.learn(bytes: form.bytes, cost: cost.rawValue, isDecodable: asset.hasThumbnail)
  }

  /// Returns the form of a slot's asset, or of its thumbnail.
  public func form(ofSlot slot: Int32) -> BitmapForm {
    let asset = asset(item(ofSlot: slot).index)
    if isThumbnail(ofSlot: slot) { return asset.thumbnailForm }
    return forms.form(of: asset, sizeClass: Int(slot) / capacity)
  }

  /// Returns the bytes of a slot's bitmap.
  public func bytes(ofSlot slot: Int32) -> Int64 { form(ofSlot: slot).bytes }

  /// The size of a slot's asset, or of its thumbnail, undecoded.
  public func sourceSize(ofSlot slot: Int32) -> PixelSize {
    let asset = asset(item(ofSlot: slot).index)
    return isThumbnail(ofSlot: slot) ? asset.thumbnailSize : asset.size
  }

  /// Memory that a worker needs beside the bitmaps that it decodes into; 0 where it needs none.
  public var scratchBytes: Int64 {
    var bytes: Int64 = 0
    for sizeClass in targetSizes.indices {
      for asset in assets.prefix(capacity) where !isOnlyThumbnail(asset) {
        bytes = max(bytes, forms.form(of: asset, sizeClass: sizeClass).scratchBytes)
      }
    }
    return bytes
  }
}

/// The photo and the slot of each place of a grid, and the place of each photo, in memory that the owner of the map
/// frees. There is none where place and photo are the same number and all cells ask for one size: a look-up then takes
/// one comparison.
@safe struct PlaceMap {
  private let runs: UnsafeMutablePointer<PlaceRuns>?
  private let photoCount: Int32
  /// The slot of photo 0 at the usual target size.
  let base: Int32
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
