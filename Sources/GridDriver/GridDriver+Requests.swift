/// The requests of a source, from a job that a worker took to an image that a cell shows, and what stands in for images.
extension GridDriver {
  func place(ofSlot slot: Int32) -> Int32? {
    machine.place(ofPhoto: machine.table.item(ofSlot: slot).rawValue)
  }

  func photo(of request: ImageRequest<Image>) -> Int32 { machine.table.item(ofSlot: request.slot).rawValue }

  func beginRequests() {
    while !books.begun.isEmpty { begin(books.begun.removeFirst(), isDownload: false) }
    while !books.downloads.isEmpty { begin(books.downloads.removeFirst(), isDownload: true) }
  }

  private func begin(_ slot: Int32, isDownload: Bool) {
    if isStopped { return }
    let table = machine.table
    let (place, tier) = (place(ofSlot: slot), table.tier(ofSlot: slot))
    let size = table.targetSize(ofSlot: slot)
    let isTurned = tier == .full && book.photos[table.item(ofSlot: slot).index].isTurned
    let request = ImageRequest<Image>(
      place: Int(place ?? 0), targetSize: isTurned ? size.turned : size, tier: tier,
      isUrgent: machine.isAwaited(slot), isDownload: isDownload, slot: slot, began: now,
      openCount: open.count { $0.tier == tier && $0.isDownload == isDownload } + 1, receive: receiver)
    open.append(request)
    // The photo is gone.
    if place == nil { return finish(request, nil, took: nil) }
    books.identities[slot] = source.identity(at: request.place)
    if let given = handedOver.removeValue(forKey: slot) { return finish(request, given, took: nil) }
    if !isDownload { asked += 1 }
    source.begin(request)
  }

  private var receiver: (ImageRequest<Image>, ImageAnswer<Image>) -> Void {
    #if hasFeature(Embedded)
      // Embedded Swift has no weak references; `deinit` takes this out of every request.
      { [unowned(unsafe) self] request, answer in
        let driver = unsafe self
        withExtendedLifetime(driver) { driver.receive(answer, of: request) }
      }
    #else
      { [weak self] request, answer in self?.receive(answer, of: request) }
    #endif
  }

  /// - Note: A source may answer within `begin(_:)`; no call to the machine is in progress then.
  private func receive(_ answer: ImageAnswer<Image>, of request: ImageRequest<Image>) {
    var answer = answer
    // A source may answer a request for a thumbnail with one.
    if case .thumbnail(let image) = answer, request.tier == .thumbnail { answer = .image(image) }
    if case .thumbnail = answer {} else { request.receive = nil }
    let took = max(0, now - request.began)
    // The time of a download, or of an answer without an image, says nothing of decodes.
    if case .inCloud = answer {} else if !request.isDownload { report(answer, of: request, took: took) }
    if isAwaitingFrame { return early.append((request, answer, took)) }
    hear(answer, of: request, took: took)
    settle()
  }

  func report(_ answer: ImageAnswer<Image>, of request: ImageRequest<Image>, took: Int64) {
    if onEvent == nil { return }
    let photo = book.photos[Int(photo(of: request))].size
    let result: GridDriverAnswer.Result =
      switch answer {
      case .image(let image): .image(bytes: bytes(of: image))
      case .thumbnail: .thumbnail
      case .failure, .inCloud, .downloaded: .failure
      }
    let told = GridDriverAnswer(
      place: request.place, photo: photo == AssetInfo.unknownSize ? nil : photo, targetSize: request.targetSize,
      tier: request.tier, isUrgent: request.isUrgent, took: Nanoseconds(rawValue: took), open: request.openCount,
      result: result)
    onEvent?(self, .answered(told), Nanoseconds(rawValue: now))
  }

  private func bytes(of image: Image) -> Int64 { Int64(UInt32(clamping: source.bytes(of: image))) }

  private func hear(_ answer: ImageAnswer<Image>, of request: ImageRequest<Image>, took: Int64) {
    switch answer {
    case .thumbnail(let image): showPlaceholder(image, for: request)
    case .image(let image): finish(request, (image, bytes(of: image)), took: took)
    case .inCloud where request.tier == .full && !request.isDownload:
      guard close(request) else { return }
      asked -= 1
      machine.leaveInCloud(request.slot, at: now)
    case .downloaded where request.isDownload:
      if close(request) { _ = machine.download(of: request.slot, gives: .file, at: now) }
    case .failure, .inCloud, .downloaded: finish(request, nil, took: took)
    }
  }

  private func close(_ request: ImageRequest<Image>) -> Bool {
    request.receive = nil
    guard let index = open.firstIndex(where: { $0 === request }) else { return false }
    open.swapAt(index, open.count - 1)
    open.removeLast()
    isWorkerIdle = true
    return true
  }

  func hearEarlyAnswers() {
    if early.isEmpty { return }
    let answers = early
    early.removeAll(keepingCapacity: true)
    for (request, answer, took) in answers { hear(answer, of: request, took: took) }
  }

  /// Closes a request with its image, or nil for a failure, and the time of its decode, or nil if none was timed.
  func finish(_ request: ImageRequest<Image>, _ given: (image: Image, bytes: Int64)?, took: Int64?) {
    guard close(request) else { return }
    let (slot, photo) = (request.slot, photo(of: request))
    if let (image, _) = given {
      books.images[slot] = image
      failures[slot] = nil
      if place(ofSlot: slot).map({ machine.slotWanted(at: $0) }) == slot { placeholders[photo] = nil }
    } else if request.tier == .full {
      let count = min(6, (failures[slot]?.count ?? 0) + 1)
      failures[slot] = (count, now + 500_000_000 << count)
    }
    if request.isDownload {
      let isTaken = machine.download(of: slot, gives: given.map { .bitmap(bytes: $0.bytes) } ?? .failure, at: now)
      // The download was no decode, but what came with it is.
      if isTaken { asked += 1 } else { books.images[slot] = nil }
    } else {
      machine.decode(of: slot, gives: given?.bytes, at: now, took: took)
    }
    dropPlaceholders(keepingOpen: true)
    // No cell shows an image that the machine dropped, or a thumbnail behind another.
    if books.images[slot] != nil && (request.tier == .full || placeholders[photo] == nil) {
      books.touched.append(photo)
    }
  }

  func show() {
    var index = 0
    while index < books.touched.count {
      let photo = books.touched[index]
      index += 1
      if books.touched[..<(index - 1)].contains(photo) { continue }
      guard let place = machine.place(ofPhoto: photo), machine.shown.contains(ItemID(rawValue: place)),
        let (image, tier) = held(at: place)
      else { continue }
      onImage?(Int(place), image, tier)
    }
    books.touched.removeAll(keepingCapacity: true)
  }

  func retry() {
    if failures.isEmpty { return }
    for place in machine.shown.lower..<machine.shown.upper {
      guard let failure = failures[machine.slotWanted(at: place)], failure.retryAt <= now else { continue }
      machine.retry(place)
    }
  }

  package func held(at place: Int32) -> (image: Image, tier: Tier)? {
    guard place >= 0, place < machine.layout.count else { return nil }
    let slot = machine.slotHeld(at: place)
    if let slot, !machine.table.isThumbnail(slot) { return books.images[slot].map { ($0, .full) } }
    if let (image, _) = handedOver.isEmpty ? nil : handedOver[machine.slotWanted(at: place)] { return (image, .full) }
    // A shown image stays even if the machine has a thumbnail by now.
    if let shown = placeholders.isEmpty ? nil : placeholders[photo(at: place)] { return shown }
    return slot.flatMap { books.images[$0] }.map { ($0, .thumbnail) }
  }

  /// Returns whether the source now has another photo at a place than the one whose image is there or on its way: a
  /// change that the driver was not told of.
  package func isOther(at place: Int) -> Bool {
    guard (0..<Int(machine.layout.count)).contains(place) else { return false }
    let slot = machine.slotHeld(at: Int32(place)) ?? machine.slotWanted(at: Int32(place))
    guard let known = books.identities[slot], let identity = source.identity(at: place) else { return false }
    return known != identity
  }

  func keepShown() {
    for place in machine.shown.lower..<machine.shown.upper {
      if let shown = held(at: place) { placeholders[photo(at: place)] = shown }
    }
  }

  /// Keeps what the cells of moved or edited photos show, under the photos' new numbers.
  func keepShown(of changes: GridChanges, renumberedFrom first: Int32) {
    let renewed = changes.renewed
    for (photo, shown) in placeholders {
      guard let before = machine.place(ofPhoto: photo), let place = changes.place(after: Int(before)),
        let index = renewed.firstIndex(where: { $0.contains(place) })
      else { continue }
      let rank = renewed[..<index].reduce(place - renewed[index].lowerBound) { $0 + $1.count }
      placeholders[first + Int32(rank)] = shown
    }
  }

  private func photo(at place: Int32) -> Int32 {
    machine.table.item(ofSlot: machine.slotWanted(at: place)).rawValue
  }

  /// Shows a thumbnail that came with a request for an image, unless its cell shows an image.
  func showPlaceholder(_ image: Image, for request: ImageRequest<Image>) {
    let photo = photo(of: request)
    guard open.contains(where: { $0 === request }), let place = machine.place(ofPhoto: photo),
      machine.slotHeld(at: place) == nil, placeholders[photo]?.tier != .full
    else { return }
    placeholders[photo] = (image, .thumbnail)
    books.touched.append(photo)
    isWorkerIdle = true
  }

  /// Removes placeholders, which count in no budget, once their cell has left the screen or has its image; thumbnails of
  /// open requests stay if `keepingOpen`.
  func dropPlaceholders(keepingOpen: Bool) {
    // Nothing is on screen before the frame, which calls this again.
    if placeholders.isEmpty || isAwaitingFrame { return }
    func stays(_ photo: Int32, _ tier: Tier) -> Bool {
      guard let place = machine.place(ofPhoto: photo) else { return false }
      if machine.shown.contains(ItemID(rawValue: place)) {
        return machine.slotHeld(at: place).map { machine.table.isThumbnail($0) } ?? true
      }
      return keepingOpen && tier == .thumbnail && open.contains { $0.tier == .full && self.photo(of: $0) == photo }
    }
    // Most frames drop none, and allocate nothing.
    if placeholders.allSatisfy({ stays($0.key, $0.value.tier) }) { return }
    placeholders = placeholders.filter { stays($0.key, $0.value.tier) }
  }
}

/// The effects of a call to the engine, which the driver then acts on, and the images.
final class GridBooks<Image>: LiveDecodes {
  var images: [Int32: Image] = [:]
  /// The identities of photos with an image or a request, by slot.
  var identities: [Int32: Int] = [:]
  var (begun, downloads): ([Int32], [Int32]) = ([], [])
  /// The photos whose cells may have another image to show.
  var touched: [Int32] = []

  func begin(slot: Int32, cost: Int64, at time: Int64) { begun.append(slot) }

  func end(slot: Int32, kept: Bool) {
    if !kept { drop(slot: slot) }
  }

  func drop(slot: Int32) {
    images[slot] = nil
    identities[slot] = nil
  }

  func request(photo: Int32) { touched.append(photo) }

  func download(slot: Int32) { downloads.append(slot) }
}
