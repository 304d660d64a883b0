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
/// Not Sendable: it lives on one thread or actor, in an app the main actor, and its source answers there. What an app
/// tells while the driver itself calls, from `onImage` or from a source, happens when that call has returned.
///
/// A source that has thumbnails (`ImageSource.thumbnailSize`) is asked for that of each cell that waits: the strategy runs
/// as with `+opportunistic`. What a cell shows it shows until its image is there: after a change of layout the image of the
/// size before, and no thumbnail in its place.
///
/// A photo that is not on the device holds no worker up: see `ImageAnswer.inCloud`.
///
/// Memory: the images and thumbnails; thumbnails that came with requests of images, and images of the size before, of cells
/// on screen and of open requests; for each photo with room for a quarter more (for 8,192 photos at least) 29 bytes, 32
/// bytes for each target size in which the scroll has met it and for its thumbnail, and what the strategy keeps of it; up to
/// 2 MB of waiting times. A frame that begins no decode allocates nothing once the driver is warm. A grid that outgrows this
/// room keeps the images that it shows, and the requests of its next frame do not count, as those of the first.
public final class GridDriver<Source: ImageSource> {
  public typealias Image = Source.Image

  /// A cell on screen has an image to show: called for each cell that comes on screen and has one, and for each that has
  /// waited.
  public var onImage: ((_ place: Int, _ image: Image, _ tier: Tier) -> Void)?

  /// Called with each event that the app tells and each answer of the source, before the driver acts on it, with the time
  /// since the driver began. Tell the driver nothing from here. `GridDriver.record` of the module `GridSession` writes it down.
  public var onEvent: ((_ driver: GridDriver, _ event: GridDriverEvent, _ time: Nanoseconds) -> Void)?

  /// Called once for what the app has asked for and does not get. Unless the app sets it before the first frame, the driver
  /// prints the problem, and debug builds stop. Tell the driver nothing from here.
  public var onProblem: (GridDriverProblem) -> Void = { $0.printAndStop() }

  /// The strategy as text, with `+opportunistic` where the source has thumbnails and the strategy given shows none.
  public let strategy: StrategySpec
  /// The options as given, with an allowed number of workers.
  public let options: GridDriverOptions
  /// True if the grid scrolls sideways. Its layouts are turned by a quarter then, and the source is asked for images as
  /// the screen shows them. A change makes all images anew: `layoutChanged` and `scrolled` follow.
  public var isTurned: Bool {
    didSet {
      if isTurned == oldValue { return }
      book.ask = GridDriver.lookUp(in: source, thumbnailSize, isTurned)
      let (unknown, count) = (PhotoSize(PixelSize(width: 0, height: 0)), Int(layout.count))
      contentChanged(
        .reload(from: count, to: count), photos: photoSizes().map { $0 ?? unknown }, layout: layout)
    }
  }
  let source: Source
  /// The size of the source's thumbnails; nil if it has none.
  let thumbnailSize: PixelSize?
  let clock: () -> Nanoseconds
  let books = GridBooks<Image>()
  var machine: LiveReplay
  var book: PhotoBook
  /// Which photo each place shows; nil while place and number are the same.
  var content: GridContent?
  /// Clock's time of the driver's own 0, nanoseconds.
  let origin: Int64
  /// Requests that the source works on.
  var open: [ImageRequest<Image>] = []
  /// The images that cells show besides those of the machine, by photo, of cells on screen and of photos whose request is
  /// open: thumbnails that came with requests of images, and images from before a change of layout or content.
  var standIns: [Int32: (image: Image, tier: Tier)] = [:]
  /// Failures in a row and when to ask again, by slot.
  var failures: [Int32: (count: Int64, retryAt: Int64)] = [:]
  /// Images of the machine before, by slot, with their bytes: taken before the source is asked, at the first frame.
  var handedOver: [Int32: (image: Image, bytes: Int64)] = [:]
  private var countedAtEnd: GridCounters?
  /// The counts of machines before this one.
  var counted = GridCounters()
  /// Requests that the source was asked for.
  var asked: Int64 = 0
  /// Answers that came between a change of layout or content and the frame after it, and how long they took.
  var early: [(request: ImageRequest<Image>, answer: ImageAnswer<Image>, took: Int64)] = []
  var awaitsFrame = true
  private var hasLookedForThumbnails = false
  private var later: [GridDriverEvent?] = []
  private var depth = 0
  var isSettling = false
  /// A request is over, and its worker is idle.
  var isWorkerIdle = false
  var isStopped = false

  /// - Parameters:
  ///   - strategy: Of any registry; none that knows the scroll beforehand.
  ///   - source: Makes the images.
  ///   - layout: Where the cells lie to begin with.
  ///   - photos: In the order of places; nil where the source says sizes (`ImageSource.size(at:)`), or none are known.
  ///   - options: How many requests are open at once, and what images are like.
  ///   - isTurned: True if the grid scrolls sideways, with layouts that are turned by a quarter.
  ///   - clock: Time that never goes back: `CACurrentMediaTime()`, for example.
  /// - Throws: `GridDriverError.oracle`.
  /// - Precondition: as many photos as the layout has cells.
  public init(
    _ strategy: StrategySpec, source: Source, layout: GridLayout, photos: [PhotoSize]? = nil,
    options: GridDriverOptions = GridDriverOptions(), isTurned: Bool = false, clock: @escaping () -> Nanoseconds
  ) throws(GridDriverError) {
    if strategy.isOffline { throw .oracle(strategy.shortText) }
    let thumbnail = PhotoSize(AssetInfo.unknownSize).thumbnail(orElse: source.thumbnailSize)
    thumbnailSize = thumbnail.width > 0 ? thumbnail : nil
    let strategy = thumbnailSize == nil ? strategy : strategy.showingThumbnails()
    self.strategy = strategy
    self.source = source
    let options = options.allowed
    self.options = options
    self.isTurned = isTurned
    self.clock = clock
    origin = clock().rawValue
    book = GridDriver.book(GridDriver.assets(photos, count: Int(layout.count), thumbnailSize, isTurned))
    book.ask = GridDriver.lookUp(in: source, thumbnailSize, isTurned)
    machine = GridDriver.machine(strategy, book, layout, options, books)
  }

  deinit { cancelOpen() }

  // MARK: - What the app says

  /// The grid shows another part of its content. Call it for every frame of a scroll, and once to begin with.
  ///
  /// - Parameters:
  ///   - offset: Of the content; 0 at its top, negative where the grid is pulled beyond it.
  ///   - phase: What moves the grid; nil when you do not know.
  ///   - target: Where the scroll will stop by itself, from the frame after the lift on; nil when you do not know.
  public func scrolled(to offset: MilliPoints, phase: ScrollPhase? = nil, target: MilliPoints? = nil) {
    tell(.scrolled(to: offset, phase: phase, target: target))
  }

  /// Another layout of the same photos is in force. Call `scrolled(to:)` next.
  ///
  /// - Precondition: It has as many cells as the layout before.
  public func layoutChanged(to layout: GridLayout) { tell(.layout(layout)) }

  /// The system asks for memory, or the app goes to the background: all images and thumbnails go that no cell shows, and
  /// nothing is prepared until the grid moves or the app is back.
  public func memoryWarning() { tell(.memoryWarning) }

  /// The app is back from the background: images are prepared again. Call `scrolled(to:)` next.
  public func enteredForeground() { tell(.foreground) }

  /// Time passes while nothing scrolls: gives up requests that are not answered, and asks again where one has failed. Call
  /// it about once a second.
  public func tick() { tell(nil) }

  /// Counts all that `body` tells as one moment: jobs are taken when all of it is known.
  public func perform(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    settle()
  }

  // MARK: - What the app asks

  /// The image that stands at a place, or a thumbnail of it; nil while there is neither. `onImage` brings it later.
  public func image(at place: Int) -> Image? { held(at: Int32(clamping: place))?.image }

  /// The layout in force.
  public var layout: GridLayout { machine.layout }

  /// Photos as it knows them, in the order of places: nil where nothing is known, 0 x 0 pixels where only the thumbnail is.
  ///
  /// - Complexity: O(photos).
  public func photoSizes() -> [PhotoSize?] {
    (content ?? GridContent(first: machine.layout.count)).numbers.map { GridDriver.size(book.photos[Int($0)]) }
  }

  /// The counts so far.
  public var counters: GridCounters { countedAtEnd ?? counted.adding(machine.tally, decodes: asked) }

  /// Bytes of all images that it holds or that are being made.
  public var liveBytes: ByteCount { machine.live }

  /// The end: cancels what is open, lets go of all images, and hears nothing any more.
  public func stop() {
    if isStopped { return }
    let now = now
    machine.pass(to: now)
    onEvent?(self, .stopped, Nanoseconds(rawValue: now))
    // What is cancelled below has not failed.
    countedAtEnd = counters
    isStopped = true
    (onImage, onEvent) = (nil, nil)
    cancelOpen()
    for request in open { end(request, bytes: nil, took: nil) }
    for slot in books.begun where machine.isDecoding(slot) {
      machine.decode(of: slot, gives: .failure, at: now, took: nil)
    }
    var layout = machine.layout
    layout.resize(to: 0)
    _ = machine.change(to: GridContent([]), layout, at: now)
    open = []
    (books.begun, books.downloads, books.touched) = ([], [], [])
    (books.images, books.identities) = ([:], [:])
    (standIns, handedOver, failures, early, later) = ([:], [:], [:], [], [])
  }

  // MARK: - Between the machine and the source

  /// The nanoseconds since the driver began.
  var now: Int64 { max(0, clock().rawValue - origin) }

  /// - Parameter change: The event that the app tells; nil if only time passes.
  func tell(_ change: GridDriverEvent?) {
    if isStopped { return }
    // The machine is in the middle of something.
    if isSettling { return later.append(change) }
    apply(change)
    settle()
  }

  private func apply(_ change: GridDriverEvent?) {
    if let onEvent, let change { onEvent(self, change, Nanoseconds(rawValue: now)) }
    switch change {
    case .scrolled(let offset, let phase, let target):
      machine.frame(offset: offset, phase: phase, target: target, at: now)
      awaitsFrame = false
      lookForThumbnails()
      hearEarlyAnswers()
      dropStandIns(keepingOpen: true)
    case .layout(let layout):
      precondition(layout.count == machine.layout.count, "photos that come or go are told by contentChanged")
      keepShown()
      awaitsFrame = true
      if !machine.change(to: layout, at: now) { rebuild(layout) }
    case .content(let changes, let photos, let layout):
      keepShown()
      awaitsFrame = true
      changeContent(changes, photos: photos, layout)
    case .memoryWarning:
      handedOver = [:]
      dropStandIns(keepingOpen: false)
      machine.warnOfMemory(at: now)
    case .foreground: machine.resume(at: now)
    case nil: tickNow()
    // What the driver itself reports.
    case .answered, .stopped: break
    }
  }

  private func lookForThumbnails() {
    if hasLookedForThumbnails || machine.shown.isEmpty { return }
    hasLookedForThumbnails = true
    if strategy.showsThumbnails && !book.photos.contains(where: { $0.hasThumbnail }) {
      onProblem(.noThumbnails(strategy: strategy.shortText))
    }
  }

  private func tickNow() {
    // One without a receiver has its answer, which waits for a frame.
    for request in open where request.receive != nil && now - request.began > options.answerLimit.rawValue {
      request.receive = nil
      if !request.isDownload { report(.failure, of: request, took: now - request.began) }
      source.cancel(request)
      finish(request, nil, took: nil)
    }
    retry()
  }

  /// Once all of a moment is told: lets workers take jobs, begins what they took, and shows what is there, until nothing
  /// is left.
  func settle() {
    if depth > 0 || isSettling || isStopped { return }
    isSettling = true
    repeat {
      isWorkerIdle = false
      if !awaitsFrame { machine.planAnew(at: now) }
      serveHandedOver()
      machine.takeJobs(at: now)
      show()
      beginRequests()
      while !later.isEmpty && !isStopped {
        apply(later.removeFirst())
        isWorkerIdle = true
      }
    } while isWorkerIdle && !isStopped
    // What a machine anew did not take by its first frame is not kept beside its budget.
    if !awaitsFrame && !handedOver.isEmpty { handedOver = [:] }
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
  /// Prints the problem, and stops debug builds: what happens unless an app listens.
  public func printAndStop() {
    print(description)
    assertionFailure(description)
  }
}
