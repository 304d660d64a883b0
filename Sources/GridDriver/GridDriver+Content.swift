extension GridDriver {
  public func contentChanged(_ changes: GridChanges, photos: [PhotoSize]? = nil, layout: GridLayout) {
    tell(.content(changes, photos: photos, layout))
  }

  func changeContent(_ changes: GridChanges, _ new: ContiguousArray<AssetInfo>, _ layout: GridLayout) {
    let first = Int32(book.photos.count)
    keepShown(of: changes, renumberedFrom: first)
    book.ask = GridDriver.lookUp(in: source, thumbnailSize, isTurned)
    book.append(new)
    content = changes.apply(to: content, renewedFrom: first)
    precondition(content.count == layout.count, "a layout has a cell for each photo")
    if book.photos.count > machine.table.capacity || !machine.change(to: content, layout, at: now) {
      return rebuild(layout)
    }
    failures = failures.filter { machine.place(ofPhoto: machine.table.item(ofSlot: $0.key).rawValue) != nil }
  }

  /// Replaces a machine without room for the photos or target sizes. Images that still serve are kept.
  func rebuild(_ layout: GridLayout) {
    cancelOpen()
    open.removeAll(keepingCapacity: true)
    (failures, handedOver) = ([:], [:])
    machine.pass(to: now)
    // Requests are counted here, not by a machine.
    counted = counted.adding(machine.tally, decodes: 0)
    var held: [(place: Int32, image: Image, bytes: Int64)] = []
    var shown: [Int32: (image: Image, tier: Tier)] = [:]
    for (index, photo) in content.numbers.enumerated() {
      let place = Int32(index)
      if let placeholder = placeholders[photo] { shown[place] = placeholder }
      // An image for a cell of another size serves none.
      guard Int(photo) < machine.table.capacity, let before = machine.place(ofPhoto: photo),
        case let slot = machine.slotWanted(at: before), let image = books.images[slot],
        machine.table.targetSize(ofSlot: slot) == layout.targetSize(of: place)
      else { continue }
      held.append((place, image, machine.bytes(of: slot)))
    }
    placeholders = shown
    book = GridDriver.book(ContiguousArray(content.numbers.map { book.photos[Int($0)] }), after: book)
    book.ask = GridDriver.lookUp(in: source, thumbnailSize, isTurned)
    (content, books) = (GridContent(first: layout.count), GridBooks())
    machine = GridDriver.machine(strategy, book, layout, options, books)
    for (place, image, bytes) in held { handedOver[machine.slotWanted(at: place)] = (image, bytes) }
    machine.goOn(from: counted.screens)
  }

  /// Returns the number of photos to have room for: an app's grid is often empty until its photos are fetched.
  private static func capacity(for count: Int) -> Int { max(8192, count + count / 4) }

  static func book(_ photos: ContiguousArray<AssetInfo>, after before: PhotoBook? = nil) -> PhotoBook {
    PhotoBook(photos, capacity: capacity(for: photos.count), after: before)
  }

  static func machine(
    _ strategy: StrategySpec, _ book: PhotoBook, _ layout: GridLayout, _ options: GridDriverOptions,
    _ books: GridBooks<Image>
  ) -> LiveReplay {
    // The device declares no times: decodes take as long as the source does.
    let device = DeviceProfile(
      name: "app", fixed: .zero, picosecondsPerByte: 0, picosecondsPerPixel: 0, workers: options.workers,
      thumbnailWorkers: DeviceProfile.thumbnailsOfApps)
    var settings = ReplaySettings()
    settings.fit = options.fit
    settings.cloud.downloadsMax = options.downloads
    let table = SlotTable(
      capacity: capacity(for: book.photos.count), classCapacity: max(4, layout.targetSizes.count),
      book: book, device: device, settings: settings, findsCloud: true)
    let script = ReplayScript(steps: [], layouts: [layout], end: .zero)
    return LiveReplay(Replay(script: script, table: table, settings: settings), strategy, decodes: books)
  }

  static func assets(_ photos: [PhotoSize]?, count: Int, _ thumbnail: PixelSize?, _ isTurned: Bool)
    -> ContiguousArray<AssetInfo>
  {
    precondition(photos.map { $0.count == count } ?? true, "a size for each photo")
    let unknown = PhotoSize(AssetInfo.unknownSize)
    return ContiguousArray((0..<count).lazy.map { (photos?[$0] ?? unknown).asset(thumbnail, isTurned) })
  }

  static func lookUp(in source: Source, _ thumbnail: PixelSize?, _ isTurned: Bool) -> (Int32) -> AssetInfo? {
    { place in source.size(at: Int(place)).map { $0.asset(thumbnail, isTurned) } }
  }

  static func size(_ photo: AssetInfo) -> PhotoSize? {
    let isKnown = photo.size != AssetInfo.unknownSize
    if !isKnown && !photo.hasThumbnail { return nil }
    return PhotoSize(
      isKnown ? photo.size : PixelSize(width: 0, height: 0), thumbnail: photo.hasThumbnail ? photo.thumbnailSize : nil)
  }

  /// Returns the sizes that an app gives, in the form that the driver uses.
  package func sizes(of photos: [PhotoSize]?, count: Int) -> [PhotoSize?] {
    GridDriver.assets(photos, count: count, thumbnailSize, isTurned).map { GridDriver.size($0) }
  }
}

extension ItemRange {
  init(places: Range<Int>) { self.init(lower: Int32(places.lowerBound), upper: Int32(places.upperBound)) }
}
