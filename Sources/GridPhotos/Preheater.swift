// A file that imports this module has the driver, too.
@_exported public import GridDriver

/// Lets a strategy decide what an image manager prepares, for strategies that need starts and stops only: those that
/// `lab-run list` says drive Photos. Your cells ask the manager for their images themselves.
///
/// It is told of the scroll as a `GridDriver` is, holds no images and counts nothing. A strategy is not told when an image
/// is ready, because Photos does not tell it.
public final class Preheater: GridDriving {
  /// True if the grid scrolls sideways: images are prepared as the screen shows them. Setting it stops all: call
  /// `layoutChanged` and `scrolled` next.
  public var isTurned = false {
    didSet {
      if isTurned == oldValue { return }
      if isPreparing { stop() }
      beginBook()
    }
  }

  private let startCaching: (Range<Int>, PixelSize) -> Void
  private let stopCaching: (Range<Int>, PixelSize) -> Void
  private let stopCachingAll: () -> Void
  private let clock: () -> Nanoseconds
  private let origin: Nanoseconds
  private let isToldOfRequests: Bool
  private var strategy: any StrategyBehaviour
  private var layout: GridLayout
  private let size: (Int) -> PhotoSize?
  private var book = PhotoBook([])
  private var content = GridContent([])
  private var sizes: (any BitmapSizing)?
  private var plan = Plan()
  private var visible = ItemRange.empty
  private var offset: MilliPoints?
  /// True after a memory warning, until the grid moves.
  private var isPaused = false
  /// True if images may be in preparation. If not, another preheater may drive the manager by now.
  private var isPreparing = false

  /// - Parameters:
  ///   - strategy: A strategy that drives Photos.
  ///   - layout: The layout at the start.
  ///   - clock: A time that never goes back.
  ///   - size: Returns the size of the photo at a place, or nil if it is not known. It is called once for each photo that
  ///     comes near the screen.
  ///   - start: Prepares the images of places at a size in pixels.
  ///   - stop: Stops preparing the images of places at a size.
  ///   - stopAll: Stops preparing any images.
  /// - Throws: `GridDriverError`.
  public init(
    _ strategy: StrategySpec, layout: GridLayout, clock: @escaping () -> Nanoseconds,
    size: @escaping (Int) -> PhotoSize?, start: @escaping (Range<Int>, PixelSize) -> Void,
    stop: @escaping (Range<Int>, PixelSize) -> Void, stopAll: @escaping () -> Void
  ) throws(GridDriverError) {
    if strategy.isOffline || !strategy.canDrivePhotos { throw .doesNotDrivePhotos(strategy.shortText) }
    self.strategy = strategy.makeStrategy()
    isToldOfRequests = self.strategy.subscribedEvents.contains(.requests)
    self.layout = layout
    self.clock = clock
    self.size = size
    (startCaching, stopCaching, stopCachingAll) = (start, stop, stopAll)
    origin = clock()
    beginBook()
  }

  deinit {
    if isPreparing { stopCachingAll() }
  }

  private var now: Nanoseconds { max(.zero, clock() - origin) }

  public func scrolled(to offset: MilliPoints, phase: ScrollPhase? = nil, target: MilliPoints? = nil) {
    let now = now
    if offset != self.offset { resume() }
    self.offset = offset
    plan.removeAll()
    let frame = FrameContext(
      time: now, offset: offset, layout: layout, phase: phase, target: target, sizes: sizes)
    let entering = layout.items(overlapping: frame.viewport)
    book.see(entering)
    strategy.viewportChanged(frame, plan: &plan)
    for step in plan.steps where !isPaused {
      switch step {
      case .start(let items): perform(startCaching, items)
      case .stop(let items): perform(stopCaching, items)
      }
    }
    if isToldOfRequests {
      for range in [entering.before(visible), entering.after(visible)] {
        for item in range.lower..<range.upper { strategy.itemRequested(ItemID(rawValue: item), at: now) }
      }
    }
    visible = entering
  }

  private func perform(_ call: (Range<Int>, PixelSize) -> Void, _ items: ItemRange) {
    let items = layout.clamped(items)
    if items.isEmpty { return }
    isPreparing = true
    // Photos takes one size a call: runs of cells of one size.
    var first = items.lower
    while first < items.upper {
      let end = min(items.upper, layout.endOfRun(at: first))
      let size = layout.targetSize(of: first)
      call(Int(first)..<Int(end), isTurned ? size.turned : size)
      first = end
    }
  }

  public func layoutChanged(to layout: GridLayout) {
    stop()
    self.layout = layout
    // A layout of another number of photos does not tell which photos they are.
    if content.count == layout.count { sizes = book.sizes(under: layout, showing: content) } else { beginBook() }
    strategy.layoutChanged(to: layout, at: now)
  }

  public func contentChanged(_ changes: GridChanges, photos: [PhotoSize]? = nil, layout: GridLayout) {
    stop()
    let changes = changes.beginning(with: Int(self.layout.count))
    let (now, places) = (now, (changes.removed + changes.renewed).map(\.lowerBound))
    if let first = places.min() {
      strategy.contentChanged(from: ItemID(rawValue: Int32(clamping: first)), count: layout.count, at: now)
    }
    self.layout = layout
    let new = changes.renewed.reduce(0) { $0 + $1.count }
    if changes.count == Int(layout.count) && book.photos.count + new <= book.capacity {
      content = changes.apply(to: content, renewedFrom: Int32(book.photos.count))
      book.append(unknown: new)
      sizes = book.sizes(under: layout, showing: content)
    } else {
      beginBook()
    }
    strategy.layoutChanged(to: layout, at: now)
  }

  private func beginBook() {
    content = GridContent(first: layout.count)
    book = PhotoBook(count: Int(layout.count), isTurned: isTurned) { [size] place in size(Int(place)) }
    sizes = book.sizes(under: layout, showing: content)
  }

  public func memoryWarning() {
    stopPreparing()
    isPaused = true
    strategy.memoryWarning(at: now)
  }

  public func enteredForeground() { resume() }

  private func resume() {
    if isPaused { strategy.resumed(under: layout, at: now) }
    isPaused = false
  }

  public func tick() {}
  public func perform(_ body: () -> Void) { body() }

  /// Stops preparing images, as does the end of the preheater.
  public func stop() {
    stopPreparing()
    visible = .empty
  }

  private func stopPreparing() {
    isPreparing = false
    stopCachingAll()
  }
}
