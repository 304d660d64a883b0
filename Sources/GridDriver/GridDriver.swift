import GridEngine
public import StrategyKit

/// Runs a strategy in an app: decides which image is made next, keeps images within the strategy's budget, and says which
/// image each cell shows. It is the machine that `lab-run` replays traces with, driven by the app's scroll.
///
///     let driver = try GridDriver(try StrategySpec("budget-priority"), source: source, layout: layout, clock: now)
///     driver.onImage = { place, image, tier in cell(at: place)?.show(image) }
///     driver.scrolled(to: .points(offset))
///     let image = driver.image(at: place)
///
/// Not Sendable: it lives on one thread or actor, in an app the main actor, and its source answers there. Memory: the
/// images, 32 bytes a photo and target size that the scroll has met, 20 bytes a photo. A frame allocates nothing once
/// the driver is warm.
public final class GridDriver<Source: ImageSource> {
  public typealias Image = Source.Image

  /// A cell on screen has an image to show: called for each cell that comes on screen and has one, and for each that has
  /// waited. It may ask the driver for images, and must not change the grid.
  public var onImage: ((_ place: Int, _ image: Image, _ tier: Tier) -> Void)?

  /// The strategy as text.
  public let strategy: StrategySpec
  let options: GridDriverOptions
  let source: Source
  let clock: () -> Nanoseconds
  let books = GridBooks<Image>()
  var machine: any LiveReplay
  /// By photo's number.
  var photos: ContiguousArray<AssetInfo>
  /// Which photo each place shows; nil while place and number are the same.
  var content: GridContent?
  /// Clock's time of the driver's own 0, nanoseconds.
  let origin: Int64
  /// Requests that the source works on.
  var open: [ImageRequest<Image>] = []
  /// A request is over, and its worker is idle.
  private var isWorkerIdle = false
  /// Thumbnails that a request of the image gave, by slot of the image.
  var standIns: [Int32: Image] = [:]
  /// Failures in a row and when to ask again, by photo.
  var failures: [Int32: (count: Int64, retryAt: Int64)] = [:]
  /// Images of the machine before, by slot.
  var handedOver: [Int32: Image] = [:]
  /// What machines before this one counted.
  var counted = GridCounters()
  private var depth = 0

  /// - Parameters:
  ///   - strategy: Of any registry; no yardstick.
  ///   - photos: In the order of places; nil where sizes are not known: then an image is as large as its cell.
  ///   - clock: Time that never goes back: `CACurrentMediaTime()`, for example.
  /// - Throws: `GridDriverError.yardstick`.
  /// - Precondition: as many photos as the layout has cells.
  public init(
    _ strategy: StrategySpec, source: Source, layout: GridLayout, photos: [PhotoSize]? = nil,
    options: GridDriverOptions = GridDriverOptions(), clock: @escaping () -> Nanoseconds
  ) throws(GridDriverError) {
    if strategy.isOffline { throw .yardstick(strategy.canonicalText) }
    self.strategy = strategy
    self.source = source
    self.options = options
    self.clock = clock
    origin = clock().rawValue
    self.photos = GridDriver.assets(photos, count: Int(layout.count))
    machine = GridDriver.machine(strategy, self.photos, layout, options, books)
  }

  // MARK: - What the app says

  /// The grid shows another part of its content. Call it for every frame of a scroll, and once to begin with.
  ///
  /// - Parameters:
  ///   - phase: What moves the grid; nil when you do not know.
  ///   - target: Where the scroll will stop by itself, from the frame after the lift on; nil when you do not know.
  public func scrolled(to offset: MilliPoints, phase: ScrollPhase? = nil, target: MilliPoints? = nil) {
    perform { machine.frame(offset: offset, phase: phase, target: target, at: now) }
    // What a machine anew did not take at once is not kept beside its budget.
    if depth == 0 && !handedOver.isEmpty { handedOver = [:] }
  }

  /// Another layout of the same photos is in force. Call `scrolled(to:)` next.
  ///
  /// - Precondition: It has as many cells as the layout before.
  public func layoutChanged(to layout: GridLayout) {
    precondition(layout.count == machine.layout.count, "photos that come or go are told by contentChanged")
    perform { if !machine.change(to: layout, at: now) { rebuild(layout) } }
  }

  /// The system asks for memory, or the app goes to the background: images that no cell shows and no strategy wants go.
  public func memoryWarning() {
    perform { machine.warnOfMemory(at: now) }
  }

  /// Time passes while nothing scrolls: gives up requests that are not answered, and asks again where one has failed. Call
  /// it about once a second.
  public func tick() {
    perform {
      let late = open.filter { now - $0.began > options.answerLimit.rawValue }
      for request in late {
        source.cancel(request)
        request.answer(.failure)
      }
      retry()
    }
  }

  /// What `body` says of one moment counts as one: jobs are taken when all of it is known.
  public func perform(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    if depth == 0 { settle() }
  }

  // MARK: - What the app asks

  /// The image that stands at a place, or a thumbnail of it; nil while there is neither. `onImage` brings it later.
  public func image(at place: Int) -> Image? {
    guard place >= 0, place < Int(machine.layout.count) else { return nil }
    if let slot = machine.slotHeld(at: Int32(place)) { return books.images[slot] }
    return standIns.isEmpty ? nil : standIns[machine.slotWanted(at: Int32(place))]
  }

  /// What the driver has counted so far.
  public var counters: GridCounters { counted.adding(machine.tally, decodes: machine.begun) }

  /// Bytes of all images that it holds or that are being made.
  public var liveBytes: ByteCount { machine.live }

  /// The end: cancels what is open, lets go of all images, and no call follows.
  public func stop() {
    for request in open {
      request.receive = nil
      source.cancel(request)
    }
    open = []
    books.images = [:]
    standIns = [:]
    onImage = nil
  }

  // MARK: - Between the machine and the source

  /// Nanoseconds since the driver began.
  var now: Int64 { max(0, clock().rawValue - origin) }

  /// Lets workers take jobs, begins what they took, and shows what is there, until nothing is left.
  private func settle() {
    depth += 1
    repeat {
      isWorkerIdle = false
      machine.takeJobs(at: now)
      show()
      beginRequests()
    } while isWorkerIdle
    depth -= 1
  }

  private func place(ofSlot slot: Int32) -> Int32? {
    machine.place(ofPhoto: machine.table.item(ofSlot: slot).rawValue)
  }

  private func beginRequests() {
    var index = 0
    while index < books.begun.count {
      begin(books.begun[index])
      index += 1
    }
    books.begun.removeAll(keepingCapacity: true)
  }

  private func begin(_ slot: Int32) {
    let table = machine.table
    let request = ImageRequest<Image>(
      place: place(ofSlot: slot).map { Int($0) } ?? 0, targetSize: table.targetSize(ofSlot: slot),
      tier: table.tier(ofSlot: slot), isUrgent: machine.isAwaited(slot), slot: slot, began: now
    ) { [weak self] request, answer in self?.receive(answer, of: request) }
    open.append(request)
    if let image = handedOver.removeValue(forKey: slot) { return request.answer(.image(image)) }
    source.begin(request)
  }

  /// - Note: A source may answer while it is asked to begin: no call of the machine is under way then.
  private func receive(_ answer: ImageAnswer<Image>, of request: ImageRequest<Image>) {
    switch answer {
    case .thumbnail(let image): return showStandIn(image, for: request)
    case .image(let image, let bytes): finish(request, image, bytes)
    case .failure: finish(request, nil, nil)
    }
    isWorkerIdle = true
    if depth == 0 { settle() }
  }

  /// A request is over.
  private func finish(_ request: ImageRequest<Image>, _ image: Image?, _ bytes: Int?) {
    request.receive = nil
    guard let index = open.firstIndex(where: { $0 === request }) else { return }
    open.swapAt(index, open.count - 1)
    open.removeLast()
    let (slot, photo) = (request.slot, machine.table.item(ofSlot: request.slot).rawValue)
    standIns[slot] = nil
    if let image {
      books.images[slot] = image
      failures[photo] = nil
    } else {
      let count = min(6, (failures[photo]?.count ?? 0) + 1)
      failures[photo] = (count, now + 500_000_000 << count)
    }
    let result: LiveDecode = image == nil ? .failure : bytes.map { .bitmapOf(bytes: Int64($0)) } ?? .bitmap
    machine.decode(of: slot, gives: result, at: now, took: now - request.began)
    books.touched.append(photo)
  }

  private func showStandIn(_ image: Image, for request: ImageRequest<Image>) {
    guard let place = place(ofSlot: request.slot), machine.slotHeld(at: place) == nil
    else { return }
    standIns[request.slot] = image
    if machine.shown.contains(ItemID(rawValue: place)) { onImage?(Int(place), image, .coarse) }
  }

  /// Tells of images that cells on screen show from now on.
  private func show() {
    var index = 0
    while index < books.touched.count {
      let photo = books.touched[index]
      index += 1
      guard let place = machine.place(ofPhoto: photo), machine.shown.contains(ItemID(rawValue: place)),
        let slot = machine.slotHeld(at: place), let image = books.images[slot]
      else { continue }
      onImage?(Int(place), image, machine.table.tier(ofSlot: slot))
    }
    books.touched.removeAll(keepingCapacity: true)
  }

  /// Asks again for cells that wait and whose request has failed, each when its time has come.
  private func retry() {
    if failures.isEmpty { return }
    for place in machine.shown.lower..<machine.shown.upper where machine.isStuck(place) {
      let photo = machine.table.item(ofSlot: machine.slotWanted(at: place)).rawValue
      if let failure = failures[photo], failure.retryAt > now { continue }
      machine.retry(place)
    }
  }
}
