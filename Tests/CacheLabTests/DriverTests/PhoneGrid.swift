import GridDriver
import StrategyKit
import Strategies

/// An app's grid that also compiles in Embedded Swift: `scripts/embedded.sh phone` compiles it beside the modules, so that
/// their generic code is compiled too, and runs it.
enum PhoneGrid {
  /// A strategy of each kind that the engine tells apart, and what it counts: hits, late, misses, thumbnails shown, peak.
  static let expected = [
    "none: 0 0 600 0 3.204MB",
    "preheat2x: 500 100 0 0 5.1264MB",
    "preheat2x+lru:budget=20MB: 516 84 0 0 19.8648MB",
    "preheat2x+opportunistic: 500 100 0 42 5.28MB",
    "budget-priority: 592 8 0 0 5.7672MB",
  ]

  static func counted() -> [String] {
    expected.map { line in
      let text = String(line[..<(line.lastIndex(of: ":") ?? line.endIndex)])
      guard let strategy = try? StrategySpec(text), let counted = try? counters(of: strategy) else {
        return "\(text): refused"
      }
      let (sum, small) = counted
      return "\(text): \(sum.hits) \(sum.late) \(sum.misses) \(small) \(sum.peak)"
    }
  }

  /// A scroll of 100 rows down and back, a frame each 16 ms, in which each image takes a frame.
  private static func counters(
    of strategy: StrategySpec
  ) throws(GridDriverError) -> (counters: GridCounters, thumbnails: Int) {
    let (source, clock) = (Source(), Clock())
    let layout = GridLayout(
      count: 3000, columns: 3, cellWidth: .points(100), cellHeight: .points(100), spacingX: .zero, spacingY: .zero,
      viewportWidth: .points(300), viewportHeight: .points(400), scaleThousandths: 2000)
    let photo = PhotoSize(PixelSize(width: 4000, height: 3000), thumbnail: PixelSize(width: 160, height: 120))
    let driver = try GridDriver(
      strategy, source: source, layout: layout, photos: [PhotoSize](repeating: photo, count: 3000),
      clock: { Nanoseconds(rawValue: clock.now) })
    var thumbnails = 0
    driver.onImage = { _, _, tier in if tier == .thumbnail { thumbnails += 1 } }
    for frame in 0..<400 {
      clock.now += 16_000_000
      driver.scrolled(to: .points((frame < 200 ? frame : 400 - frame) * 50))
      let due = source.open
      source.open = []
      for request in due { request.answer(.image(request.tier == .thumbnail ? -1 : request.place)) }
    }
    driver.memoryWarning()
    let counters = driver.counters
    driver.stop()
    return (counters, thumbnails)
  }

  /// Answers when the scroll says so.
  private final class Source: ImageSource {
    var open: [ImageRequest<Int>] = []

    func bytes(of image: Int) -> Int { image < 0 ? 160 * 120 * 4 : 267 * 200 * 4 }
    func begin(_ request: ImageRequest<Int>) { open.append(request) }
    func cancel(_ request: ImageRequest<Int>) { open.removeAll { $0 === request } }
  }

  private final class Clock {
    var now: Int64 = 0
  }
}
