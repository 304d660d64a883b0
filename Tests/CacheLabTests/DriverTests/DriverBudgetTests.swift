import GridDriver
import Strategies
import Testing

/// What an app holds under a budget or a window, where each image counts itself: cells of 297 x 297 pixels, images of
/// photos whose shorter side fills them.
@Suite struct DriverBudgetTests {
  private static let limit = 40_000_000
  private static let strategies: [String] = {
    let all = StrategyRegistry.all
    let windows = all.prefetchers.compactMap { limited($0.descriptor) }
    let caches = all.evictionPolicies.compactMap { limited($0.descriptor) }
    return windows + caches + caches.map { "preheat2x+\($0)" }
  }()

  /// A strategy with its budget or window; nil where it has none.
  private static func limited(_ policy: PolicyDescriptor) -> String? {
    let budgets = policy.parameters.filter { $0.key == "budget" || $0.key == "window" }
    return budgets.first.map { "\(policy.id):\($0.key)=\(limit)B" }
  }

  @Test func strategiesWithABudgetAreFound() {
    #expect(Self.strategies.count > 14 && Self.strategies.contains { $0.hasPrefix("windowed-lead:window") })
  }

  @Test(arguments: strategies) func withSizesABudgetIsNeverPassed(_ strategy: String) throws {
    let app = try App(strategy, knowsSizes: true, shapes: [(4000, 3000)])
    app.run()
    #expect(app.source.most <= Self.limit && app.source.most > Self.limit / 2)
  }

  @Test(arguments: strategies) func withoutSizesItIsPassedByLittleAndNotForLong(_ strategy: String) throws {
    for shapes in [[(4000, 3000)], [(4000, 3000), (3000, 4000), (1280, 720), (896, 896), (2048, 1024)]] {
      let app = try App(strategy, knowsSizes: false, shapes: shapes)
      app.run()
      #expect(app.source.most <= Self.limit + Self.limit / 20 && app.source.most > Self.limit / 2, "\(shapes.count)")
      #expect(app.longest <= 1_000_000_000, "over for \(app.longest) ns")
    }
  }

  /// Sizes are asked around the screen alone.
  @Test(arguments: ["windowed-lead", "skewport", "budget-priority", "preheat2x+lru"])
  func sizesAreAskedOnceAndNearTheScreen(_ strategy: String) throws {
    let app = try App(strategy, knowsSizes: true, shapes: [(4000, 3000)], count: 40_000)
    app.scroll(to: 0, frames: 1)
    app.rest(seconds: 3)
    #expect(app.source.asked.count <= 36 + 256 && app.source.asked.values.allSatisfy { $0 == 1 })
  }

  /// A budget in screens is that of the images that come.
  @Test(arguments: [true, false]) func screensAreThoseOfTheImages(_ knowsSizes: Bool) throws {
    var held: [Int] = []
    for shape in [(3000, 3000), (4000, 3000)] {
      let app = try App("budget-priority:budget=2screens", knowsSizes: knowsSizes, shapes: [shape])
      app.scroll(to: 2000, frames: 60)
      app.rest(seconds: 3)
      held.append(app.source.live * 3 / (shape.0 == 3000 ? 3 : 4))
    }
    #expect(abs(held[0] - held[1]) <= held[0] / 20, "\(held)")
  }
}

private final class Picture {
  let bytes: Int
  private let count: (Int) -> Void

  init(_ bytes: Int, _ count: @escaping (Int) -> Void) {
    (self.bytes, self.count) = (bytes, count)
    count(bytes)
  }

  deinit { count(-bytes) }
}

/// Makes each image in 5 ms of a clock that a test steps.
private final class Painter: ImageSource {
  var now: Int64 = 0
  private(set) var live = 0
  private(set) var most = 0
  private(set) var asked: [Int: Int] = [:]
  var photos: [PixelSize]
  private let knowsSizes: Bool
  private var open: [(request: ImageRequest<Picture>, due: Int64)] = []

  init(_ photos: [PixelSize], knowsSizes: Bool) { (self.photos, self.knowsSizes) = (photos, knowsSizes) }

  func size(at place: Int) -> PhotoSize? {
    asked[place, default: 0] += 1
    return knowsSizes ? PhotoSize(photos[place]) : nil
  }

  func bytes(of image: Picture) -> Int { image.bytes }
  func begin(_ request: ImageRequest<Picture>) { open.append((request, now + 5_000_000)) }
  func cancel(_ request: ImageRequest<Picture>) { open.removeAll { $0.request === request } }

  var nextDue: Int64 { open.map(\.due).min() ?? .max }

  func answer() {
    while let index = open.firstIndex(where: { $0.due <= now }) {
      let request = open.remove(at: index).request
      let photo = photos[request.place]
      let (width, height) = (Double(photo.width), Double(photo.height))
      let scale = max(Double(request.targetSize.width) / width, Double(request.targetSize.height) / height)
      let bytes = Int((width * scale).rounded()) * Int((height * scale).rounded()) * 4
      request.answer(.image(Picture(bytes) { [weak self] in self?.count($0) }))
    }
  }

  private func count(_ bytes: Int) {
    live += bytes
    most = max(most, live)
  }
}

private final class App {
  let source: Painter
  private let driver: GridDriver<Painter>
  /// The longest time for which the limit was passed, nanoseconds.
  private(set) var longest: Int64 = 0
  private var overSince: Int64?
  private var offset = 0

  init(_ strategy: String, knowsSizes: Bool, shapes: [(Int, Int)], count: Int = 4000) throws {
    let photos = (0..<count).map { index in
      let shape = shapes[index % shapes.count]
      return PixelSize(width: shape.0, height: shape.1)
    }
    source = Painter(photos, knowsSizes: knowsSizes)
    driver = try GridDriver(
      try StrategySpec(strategy), source: source, layout: App.layout(count: Int32(count)),
      clock: { [source] in Nanoseconds(rawValue: source.now) })
  }

  private static func layout(count: Int32, columns: Int32 = 4, cell: Int = 99, isWide: Bool = false) -> GridLayout {
    GridLayout(
      count: count, columns: columns, cellWidth: .points(cell), cellHeight: .points(cell), spacingX: .points(2),
      spacingY: .points(2), viewportWidth: .points(isWide ? 874 : 402), viewportHeight: .points(isWide ? 402 : 874),
      scaleThousandths: 3000)
  }

  /// Scrolls, a fling, jumps, a rotation and back, other columns, and changes of the photos.
  func run() {
    scroll(to: 3000, frames: 200)
    rest(seconds: 2)
    scroll(to: 20_000, frames: 90)
    scroll(to: 19_000, frames: 30)
    rest(seconds: 2)
    for place in [60_000, 500, 90_000] {
      scroll(to: place, frames: 1)
      rest(seconds: 1)
    }
    change(to: App.layout(count: 4000, columns: 8, cell: 107, isWide: true))
    scroll(to: 3000, frames: 120)
    rest(seconds: 2)
    change(to: App.layout(count: 4000, columns: 3, cell: 132))
    scroll(to: 9000, frames: 120)
    rest(seconds: 2)
    source.photos.removeSubrange(100..<300)
    source.photos.insert(contentsOf: source.photos.prefix(400), at: 50)
    driver.contentChanged(
      removing: [100..<300], inserting: [50..<450], layout: App.layout(count: 4200, columns: 3, cell: 132))
    scroll(to: offset, frames: 1)
    rest(seconds: 2)
    change(to: App.layout(count: 4200))
    scroll(to: 2000, frames: 100)
    rest(seconds: 2)
  }

  private func change(to layout: GridLayout) {
    driver.layoutChanged(to: layout)
    offset = min(offset, Int(layout.lastOffset.rawValue / 1000))
    scroll(to: offset, frames: 1)
  }

  func scroll(to end: Int, frames: Int) {
    let begin = offset
    for frame in 1...frames {
      offset = begin + (end - begin) * frame / frames
      driver.scrolled(to: .points(offset))
      pass(milliseconds: 16)
    }
  }

  func rest(seconds: Int) {
    for _ in 0..<seconds {
      pass(milliseconds: 1000)
      driver.tick()
      watch()
    }
  }

  private func pass(milliseconds: Int64) {
    let end = source.now + milliseconds * 1_000_000
    while source.nextDue <= end {
      source.now = source.nextDue
      watch()
      source.answer()
      watch()
    }
    source.now = end
    watch()
  }

  private func watch() {
    guard source.live > 40_000_000 else { return overSince = nil }
    let since = overSince ?? source.now
    overSince = since
    longest = max(longest, source.now - since)
  }
}
