import Dispatch
public import Observation

/// A cell's image, for a view that observes it.
@Observable
@available(iOS 17, macOS 14, tvOS 17, *)
public final class GridCell<Image> {
  /// The image, or nil while there is none.
  public internal(set) var image: Image?
  /// The number of times that its photo left its place: a view of a fixed place shows its own place anew then.
  public internal(set) var moves = 0
  /// The place that it shows, or nil while it is not on screen.
  @ObservationIgnored public internal(set) var place: Int?

  public init() {}
}

/// A scroll view of photos whose images a strategy decides: a `GridDriver`, told by `ScrollFeed` how the grid scrolls, and
/// the cells that observe its images. For SwiftUI, and for any other view that tells its geometry.
///
/// The driver is created when the geometry is known for the first time. From then on until `stop` the grid observes memory
/// warnings and the seconds by itself, even while another screen covers it. Without UIKit, call `memoryWarning()` and, about
/// once a second, `tick()` of the driver.
@MainActor
@available(iOS 17, macOS 14, tvOS 17, *)
public final class ScrollGrid<Source: ImageSource> {
  /// The geometry of a scroll view, in points.
  public struct Geometry: Hashable, Sendable {
    /// The offset of the content's top, negative at rest if a bar covers the top; of its left edge if the grid scrolls
    /// sideways.
    public var contentOffset: Double
    public var window: GridWindow

    public init(contentOffset: Double, window: GridWindow) {
      self.contentOffset = contentOffset
      self.window = window
    }
  }

  /// A function that returns the shape of the cells in a window.
  public typealias Shape = (GridWindow) -> GridShape

  /// The driver, or nil until the geometry is known and after `stop`.
  public private(set) var driver: GridDriver<Source>?
  /// The reason why there is no driver: a strategy that no app can run.
  public private(set) var error: GridDriverError?
  private let makeDriver: (GridLayout, _ isTurned: Bool) throws(GridDriverError) -> GridDriver<Source>
  private let prepare: (GridDriver<Source>) -> Void
  /// The cells on screen. One whose photo is gone has place -1.
  private var cells: [GridCell<Source.Image>] = []
  private var shape: Shape
  private var count: Int
  private var feed: ScrollFeed?
  private var geometry: Geometry?
  private var isStopped = false
  private var isTurned = false
  private var problem: GridDriverProblem? {
    didSet {
      if let problem, problem != oldValue { driver?.onProblem(problem) }
    }
  }
  private var observers: AnyObject?

  /// - Parameters:
  ///   - strategy: A strategy that does not know the scroll beforehand.
  ///   - source: The maker of images.
  ///   - count: The number of photos.
  ///   - options: The numbers of open requests, and the form of images.
  ///   - clock: A time that never goes back, by default the system's.
  ///   - prepare: Called with the driver before its first frame, for example to record a session.
  ///   - shape: Returns how the cells lie: `{ GridShape(columns: 3, sharing: $0.width, spacing: 2) }`. It is called again
  ///     when the window or the photos change. Its sections, if it has any, have `count` cells together; otherwise
  ///     `driver.onProblem` says so, and the last ones are cut or the last one grows.
  public init(
    _ strategy: StrategySpec, source: Source, count: Int, options: GridDriverOptions = GridDriverOptions(),
    clock: (() -> Nanoseconds)? = nil,
    prepare: @escaping (GridDriver<Source>) -> Void = { _ in }, shape: @escaping Shape
  ) {
    makeDriver = { layout, isTurned throws(GridDriverError) in
      try GridDriver(
        strategy, source: source, layout: layout, options: options, isTurned: isTurned, clock: clock ?? systemClock)
    }
    self.prepare = prepare
    (self.count, self.shape) = (count, shape)
  }

  /// Tells the grid that the scroll view has moved, or was laid out.
  public func geometryChanged(to geometry: Geometry) {
    guard geometry.window.height > 0, geometry.window.width > 0, !isStopped else { return }
    let isFrameAlone = geometry.window == self.geometry?.window
    self.geometry = geometry
    guard let feed else { return begin(geometry) }
    if !isFrameAlone { layOut() }
    feed.scrolled(to: geometry.contentOffset)
  }

  /// Tells the grid that its window is on a display of another scale, in pixels a point.
  public func scaleChanged(to scale: Double) {
    guard var geometry else { return }
    geometry.window.scale = scale
    geometryChanged(to: geometry)
  }

  public func phaseChanged(to phase: StrategyKit.ScrollPhase) { feed?.phaseChanged(to: phase) }

  /// Tells the grid that its cells lie in another way, such as in another number of columns.
  public func shapeChanged(to shape: @escaping Shape) {
    self.shape = shape
    layOut()
  }

  /// Tells the grid that photos came, went, moved or were edited. Give the source and the shape the new photos before,
  /// and your views the new photos in the same turn of the main actor.
  ///
  /// - Parameter changes: The changes of the photos that the grid shows. If they begin with another number, all photos
  ///   count as others.
  public func update(_ changes: GridChanges) {
    let changes = changes.beginning(with: count)
    count = changes.count
    guard let feed, let driver else { return }
    let after = geometry.map { layout($0.window) }
    driver.perform {
      driver.isTurned = isTurned
      feed.contentChanged(changes, layout: after)
      feed.frame()
    }
    for cell in cells {
      guard let before = cell.place, before >= 0 else { continue }
      let after = changes.place(after: before)
      if after != before { cell.moves += 1 }
      cell.place = after ?? -1
      // A cell whose photo is gone keeps its image until it leaves.
      if let after { cell.image = driver.image(at: after) }
    }
  }

  /// Tells the grid that a cell comes on screen, or shows another place.
  public func show(_ place: Int, in cell: GridCell<Source.Image>) {
    if driver?.isOther(at: place) == true { update(.reload(from: count, to: count)) }
    if cell.place == nil { cells.append(cell) }
    cell.place = place
    cell.image = driver?.image(at: place)
  }

  /// Tells the grid that a cell left the screen. The cell releases its image.
  public func hide(_ cell: GridCell<Source.Image>) {
    cells.removeAll { $0 === cell }
    cell.place = nil
    cell.image = nil
  }

  /// Stops the grid: cancels open requests and releases all images.
  public func stop() {
    isStopped = true
    driver?.stop()
    (driver, feed, observers) = (nil, nil, nil)
  }

  private func layOut() {
    guard let geometry, let feed else { return }
    feed.layoutChanged(
      to: layout(geometry.window), isTurned: isTurned, insetTop: geometry.window.insetTop,
      contentOffset: geometry.contentOffset)
  }

  private func layout(_ window: GridWindow) -> GridLayout {
    let shape = shape(window)
    isTurned = shape.axis == .horizontal
    let cells = shape.sections.reduce(0) { $0 + $1.count }
    problem =
      shape.sections.isEmpty || cells == count
      ? nil
      : .layout("the sections have \(cells) cells together and the grid has \(count) photos: tell both at once")
    return GridLayout(count: count, shape: shape, window: window)
  }

  private func begin(_ geometry: Geometry) {
    let layout = layout(geometry.window)
    do throws(GridDriverError) {
      let driver = try makeDriver(layout, isTurned)
      driver.onImage = { [weak self] place, image, _ in
        for cell in self?.cells ?? [] where cell.place == place { cell.image = image }
      }
      let feed = ScrollFeed(driver, layout: layout, insetTop: geometry.window.insetTop)
      (self.driver, self.feed) = (driver, feed)
      #if canImport(UIKit)
        observers = SystemObservers(feed) { [weak driver] in driver?.tick() }
      #endif
      prepare(driver)
      if let problem { driver.onProblem(problem) }
      feed.scrolled(to: geometry.contentOffset)
    } catch {
      self.error = error
    }
  }
}

/// Returns the time since the first call, by the clock that stands still while a device sleeps: that of
/// `SuspendingClock`, which came with iOS 16.
let systemClock: @Sendable () -> Nanoseconds = {
  let begin = DispatchTime.now().uptimeNanoseconds
  return { Nanoseconds(rawValue: Int64(DispatchTime.now().uptimeNanoseconds - begin)) }
}()
