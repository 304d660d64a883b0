/// Runs a strategy in an app: decides which image is made next, keeps images within the strategy's budget, and provides
/// the image of each cell. It is the engine with which `lab-run` replays traces, driven by the app's scroll.
///
///     let driver = try GridDriver(try StrategySpec("budget-priority"), source: source, layout: layout, clock: now)
///     driver.onImage = { place, image, tier in cell(at: place)?.show(image) }
///     driver.scrolled(to: .points(offset))
///     let image = driver.image(at: place)
///
/// Not Sendable: use it on one thread or actor, in an app the main actor, on which its source answers too. Calls that
/// an app makes from `onImage` or from a source take effect when the driver's own call has returned.
///
/// If the source has thumbnails (`ImageSource.thumbnailSize`), the driver requests one for each cell that waits, and
/// the strategy runs as with `+opportunistic`. A cell keeps what it shows until its image arrives: after a change of
/// layout the image of the old size, not a thumbnail.
///
/// A photo that is not on the device occupies no worker: see `ImageAnswer.inCloud`.
///
/// Memory: the images and thumbnails; for cells on screen and open requests also thumbnails that came with images, and
/// images of the old size; with room for a quarter more photos (at least 8,192) 29 bytes a photo, 32 bytes for each
/// target size in which the scroll has met it and for its thumbnail, and the strategy's own state; up to 11 MB
/// of waiting times. A frame that begins no decode allocates nothing once the driver is warm. A grid that outgrows this
/// room keeps the images that it shows, and the requests of its next frame do not count, like those of the first.
public final class GridDriver<Source: ImageSource>: GridDriving {
  public typealias Image = Source.Image

  /// Called for each cell that comes on screen with an image, and for each waiting cell whose image arrives.
  public var onImage: ((_ place: Int, _ image: Image, _ tier: Tier) -> Void)?

  /// Called with each event from the app and each answer of the source, before the driver acts on it, with the time
  /// since the driver began. Make no calls to the driver from here. `GridDriver.record` of the module `GridSession`
  /// records the events.
  public var onEvent: ((_ driver: GridDriver, _ event: GridDriverEvent, _ time: Nanoseconds) -> Void)?

  /// Called once for a request of the app that the driver cannot fulfil. By default the driver prints the problem and
  /// stops debug builds; set this before the first frame. Make no calls to the driver from here.
  public var onProblem: (GridDriverProblem) -> Void = { $0.printAndStop() }

  /// The strategy, with `+opportunistic` added if the source has thumbnails and the given strategy does not show them.
  public let strategy: StrategySpec
  /// The given options, with workers and downloads in their legal ranges.
  public let options: GridDriverOptions
  /// True if the grid scrolls sideways. Its layouts are then turned by a quarter, and requests have target sizes as on
  /// the screen. Setting it edits all photos: call `layoutChanged` and `scrolled` next.
  public var isTurned: Bool {
    didSet {
      if isTurned == oldValue || isStopped { return }
      if isSettling { return later.append { $0.turn() } }
      turn()
      settle()
    }
  }
  let source: Source
  let thumbnailSize: PixelSize?
  let clock: () -> Nanoseconds
  var books = GridBooks<Image>()
  var machine: LiveReplay
  var book: PhotoBook
  /// The photo of each place.
  var content: GridContent
  let origin: Int64
  var open: [ImageRequest<Image>] = []
  /// The images and thumbnails that cells show instead of those of the machine, by photo: thumbnails that came with
  /// requests for images, and images from before a change of layout or content.
  var placeholders: [Int32: (image: Image, tier: Tier)] = [:]
  var failures: [Int32: (count: Int64, retryAt: Int64)] = [:]
  /// The images of the machine before, by slot, with their bytes: used at the first frame, before the source is asked.
  var handedOver: [Int32: (image: Image, bytes: Int64)] = [:]
  /// The counts of earlier machines, and once the driver has stopped those of the last one, too.
  var counted = GridCounters()
  var asked: Int64 = 0
  /// The answers that came between a change of layout or content and the next frame, and how long they took.
  var early: [(request: ImageRequest<Image>, answer: ImageAnswer<Image>, took: Int64)] = []
  var isAwaitingFrame = true
  private var hasLookedForThumbnails = false
  private var later: [(GridDriver) -> Void] = []
  private var depth = 0
  var isSettling = false
  var isWorkerIdle = false
  var isStopped = false

  /// - Parameters:
  ///   - strategy: A strategy of any registry that does not know the scroll beforehand.
  ///   - source: The maker of images.
  ///   - layout: The layout at the start.
  ///   - photos: The sizes of photos in the order of places, or nil if they come from `ImageSource.size(at:)` or are not
  ///     known.
  ///   - options: The numbers of open requests, and the form of images.
  ///   - isTurned: True if the grid scrolls sideways, with layouts that are turned by a quarter.
  ///   - clock: A time that never goes back, for example `CACurrentMediaTime()`.
  /// - Throws: `GridDriverError.oracle`.
  /// - Precondition: There are as many photos as the layout has cells.
  public init(
    _ strategy: StrategySpec, source: Source, layout: GridLayout, photos: [PhotoSize]? = nil,
    options: GridDriverOptions = GridDriverOptions(), isTurned: Bool = false, clock: @escaping () -> Nanoseconds
  ) throws(GridDriverError) {
    if strategy.isOffline { throw .oracle(strategy.shortText) }
    let thumbnail = PhotoSize(AssetInfo.unknownSize).thumbnail(orElse: source.thumbnailSize)
    thumbnailSize = thumbnail.width > 0 ? thumbnail : nil
    self.strategy = thumbnailSize == nil ? strategy : strategy.showingThumbnails()
    self.source = source
    self.options = options.allowed
    self.isTurned = isTurned
    self.clock = clock
    origin = clock().rawValue
    content = GridContent(first: layout.count)
    book = GridDriver.book(GridDriver.assets(photos, count: Int(layout.count), thumbnailSize, isTurned))
    book.ask = GridDriver.lookUp(in: source, thumbnailSize, isTurned)
    machine = GridDriver.machine(self.strategy, book, layout, self.options, books)
  }

  deinit { cancelOpen() }

  public func scrolled(to offset: MilliPoints, phase: ScrollPhase? = nil, target: MilliPoints? = nil) {
    tell(.scrolled(to: offset, phase: phase, target: target))
  }

  public func layoutChanged(to layout: GridLayout) { tell(.layout(layout)) }

  public func memoryWarning() { tell(.memoryWarning) }

  public func enteredForeground() { tell(.foreground) }

  public func tick() { tell(nil) }

  public func perform(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    settle()
  }

  /// Returns the image at a place, or else its thumbnail, or nil if there is neither. `onImage` delivers it later.
  public func image(at place: Int) -> Image? { held(at: Int32(clamping: place))?.image }

  /// The layout in force.
  public var layout: GridLayout { machine.layout }

  /// Returns the sizes of photos that the driver knows, in the order of places: nil if nothing is known, 0 x 0 pixels
  /// if only the thumbnail is.
  ///
  /// - Complexity: O(photos).
  public func photoSizes() -> [PhotoSize?] {
    content.numbers.map { GridDriver.size(book.photos[Int($0)]) }
  }

  /// The counts so far.
  public var counters: GridCounters { isStopped ? counted : counted.adding(machine.tally, decodes: asked) }

  /// The bytes of all images that are held or being made.
  public var liveBytes: ByteCount { machine.live }

  /// Stops the driver: cancels open requests, releases all images, and ignores all further calls.
  public func stop() {
    if isStopped { return }
    let now = now
    machine.pass(to: now)
    onEvent?(self, .stopped, Nanoseconds(rawValue: now))
    // Requests cancelled below have not failed.
    counted = counters
    isStopped = true
    (onImage, onEvent) = (nil, nil)
    cancelOpen()
    var layout = machine.layout
    layout.resize(to: 0)
    (open, content, book, books) = ([], GridContent([]), GridDriver.book([]), GridBooks())
    machine = GridDriver.machine(strategy, book, layout, options, books)
    (placeholders, handedOver, failures, early, later) = ([:], [:], [:], [], [])
  }

  var now: Int64 { max(0, clock().rawValue - origin) }

  func tell(_ change: GridDriverEvent?) {
    if isStopped { return }
    // The machine is in the middle of a call.
    if isSettling { return later.append { $0.apply(change) } }
    apply(change)
    settle()
  }

  private func turn() {
    let photos = content.numbers.map { number in
      let photo = book.photos[Int(number)]
      let isKnown = photo.size != AssetInfo.unknownSize
      return PhotoSize(isKnown ? photo.size : PixelSize(width: 0, height: 0), thumbnail: photo.thumbnailSize)
    }
    apply(.content(GridChanges(countBefore: photos.count, edited: photos.indices), photos: photos, layout))
  }

  private func apply(_ change: GridDriverEvent?) {
    if let onEvent, let change { onEvent(self, change, Nanoseconds(rawValue: now)) }
    switch change {
    case .scrolled(let offset, let phase, let target):
      machine.frame(offset: offset, phase: phase, target: target, at: now)
      isAwaitingFrame = false
      lookForThumbnails()
      hearEarlyAnswers()
      dropPlaceholders(keepingOpen: true)
    case .layout(let layout):
      precondition(layout.count == machine.layout.count, "photos that come or go are told by contentChanged")
      keepShown()
      isAwaitingFrame = true
      if !machine.change(to: layout, at: now) { rebuild(layout) }
    case .content(let changes, let photos, let layout):
      keepShown()
      isAwaitingFrame = true
      let count = changes.renewed.reduce(0) { $0 + $1.count }
      changeContent(changes, GridDriver.assets(photos, count: count, thumbnailSize, isTurned), layout)
    case .memoryWarning:
      handedOver = [:]
      dropPlaceholders(keepingOpen: false)
      machine.warnOfMemory(at: now)
    case .foreground: machine.resume(at: now)
    case nil: tickNow()
    // The driver itself reports these.
    case .answered, .stopped: break
    }
  }

  private func lookForThumbnails() {
    if hasLookedForThumbnails || machine.shown.isEmpty { return }
    hasLookedForThumbnails = true
    if strategy.hasThumbnails && !book.photos.contains(where: { $0.hasThumbnail }) {
      onProblem(.noThumbnails(strategy: strategy.shortText))
    }
  }

  private func tickNow() {
    // A request without a receiver has its answer, which waits for a frame.
    for request in open where request.receive != nil && now - request.began > options.answerLimit.rawValue {
      request.receive = nil
      if !request.isDownload { report(.failure, of: request, took: now - request.began) }
      source.cancel(request)
      finish(request, nil, took: nil)
    }
    retry()
  }

  /// Settles a moment: lets workers take jobs, begins their requests, and shows images, until nothing is left to do.
  func settle() {
    if depth > 0 || isSettling || isStopped { return }
    isSettling = true
    repeat {
      isWorkerIdle = false
      if !isAwaitingFrame {
        machine.planAnew(at: now)
        // Cells on screen get the images of the machine before, before a worker takes any other job.
        for place in machine.shown.lower..<machine.shown.upper
        where !handedOver.isEmpty && handedOver[machine.slotWanted(at: place)] != nil && machine.begin(place) {
          beginRequests()
        }
      }
      machine.takeJobs(at: now)
      show()
      beginRequests()
      while !later.isEmpty && !isStopped {
        later.removeFirst()(self)
        isWorkerIdle = true
      }
    } while isWorkerIdle && !isStopped
    // Images that a new machine did not take by its first frame would exceed its budget.
    if !isAwaitingFrame && !handedOver.isEmpty { handedOver = [:] }
    isSettling = false
  }

  func cancelOpen() {
    for request in open {
      request.receive = nil
      source.cancel(request)
    }
  }
}

extension GridDriverProblem {
  /// Prints the problem and stops debug builds: the default for `GridDriver.onProblem`.
  public func printAndStop() {
    print(description)
    assertionFailure(description)
  }
}
