import GridDriver
import StrategyKit

final class HandSource: ImageSource {
  private(set) var begun: [ImageRequest<String>] = []
  private(set) var cancelled: [ImageRequest<String>] = []
  /// Answers at once, before `begin` returns.
  var answersAtOnce = false
  let thumbnailSize: PixelSize?
  /// The bytes of images that differ from their cells.
  var bytes: [String: Int] = [:]
  /// The bytes of images by name, as large as the last cells that asked for them.
  private var cellBytes: [String: Int] = [:]
  var sizes: (Int) -> PhotoSize? = { _ in nil }
  var whenBegun: () -> Void = {}

  init(thumbnailSize: PixelSize? = nil) { self.thumbnailSize = thumbnailSize }

  func size(at place: Int) -> PhotoSize? { sizes(place) }

  func bytes(of image: String) -> Int {
    let small = image.hasPrefix("small") ? thumbnailSize : nil
    return bytes[image] ?? cellBytes[image] ?? small.map { Int($0.pixelCount * 4) } ?? 160_000
  }

  func begin(_ request: ImageRequest<String>) {
    begun.append(request)
    if request.tier == .full { cellBytes["image \(request.place)"] = Int(request.targetSize.pixelCount * 4) }
    whenBegun()
    if answersAtOnce { request.answer(.image("image \(request.place)")) }
  }

  func cancel(_ request: ImageRequest<String>) { cancelled.append(request) }
}

/// A grid of 3 columns that an app drives by hand, with what its cells show.
final class HandGrid {
  let source: HandSource
  private let clock = HandClock()
  let driver: GridDriver<HandSource>
  /// By place: what `onImage` brought last.
  private(set) var shown: [Int: String] = [:]
  private(set) var tiers: [Int: Tier] = [:]
  /// The calls of `onImage`, in order: `3 full image 3`.
  private(set) var told: [String] = []
  private(set) var problems: [GridDriverProblem] = []
  var whenShown: (_ place: Int) -> Void = { _ in }

  init(
    _ strategy: StrategySpec, count: Int32 = 300, photos: [PhotoSize]? = nil,
    options: GridDriverOptions = GridDriverOptions(), thumbnailSize: PixelSize? = nil
  ) throws {
    source = HandSource(thumbnailSize: thumbnailSize)
    driver = try GridDriver(
      strategy, source: source, layout: HandGrid.layout(count: count), photos: photos, options: options,
      clock: { [clock] in Nanoseconds(rawValue: clock.now) })
    driver.onImage = { [unowned self] place, image, tier in
      shown[place] = image
      tiers[place] = tier
      told.append("\(place) \(tier) \(image)")
      whenShown(place)
    }
    driver.onProblem = { [unowned self] problem in problems.append(problem) }
  }

  func clear() { (shown, tiers, told) = ([:], [:], []) }

  /// 100 x 100 points, 3 in a row, 4 rows in view.
  static func layout(count: Int32, cell: Int = 100) -> GridLayout {
    GridLayout(
      count: count, columns: 3, cellWidth: .points(cell), cellHeight: .points(cell), spacingX: .zero, spacingY: .zero,
      viewportWidth: .points(300), viewportHeight: .points(400), scaleThousandths: 2000)
  }

  func pass(milliseconds: Int64) { clock.now += milliseconds * 1_000_000 }

  func scroll(toRow row: Int) {
    pass(milliseconds: 16)
    driver.scrolled(to: .points(row * 100))
  }

  /// Scrolls to a row and answers all requests.
  func fill(row: Int) {
    scroll(toRow: row)
    answerAll()
  }

  /// Answers requests, those that follow too, until none is open.
  func answerAll() { answerEach { $0.answer(.image("image \($0.place)")) } }

  func answerEach(_ answer: (ImageRequest<String>) -> Void) {
    var index = 0
    while index < source.begun.count {
      answer(source.begun[index])
      index += 1
    }
  }
}

extension GridDriver {
  /// Photos go and come, by their places before and afterwards.
  func contentChanged(
    removing removed: [Range<Int>] = [], inserting inserted: [Range<Int>] = [], photos: [PhotoSize]? = nil,
    layout: GridLayout
  ) {
    let before = Int(layout.count) + removed.joined().count - inserted.joined().count
    contentChanged(
      GridChanges(countBefore: before, removed: removed.joined(), inserted: inserted.joined()), photos: photos,
      layout: layout)
  }
}

private final class HandClock {
  var now: Int64 = 0
}
