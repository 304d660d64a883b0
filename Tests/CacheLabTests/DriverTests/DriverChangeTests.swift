import FoundationEssentials
import GridDriver
import Strategies
import Testing

/// The cost of a small change among a million photos.
@Suite struct DriverChangeTests {
  /// Answers at once, with images larger than their cells.
  private final class Source: ImageSource {
    let thumbnailSize: PixelSize? = PhotoSize.cameraThumbnail
    func bytes(of image: Int) -> Int { 300 * 400 * 4 }
    func begin(_ request: ImageRequest<Int>) { request.answer(.image(request.place)) }
    func cancel(_ request: ImageRequest<Int>) {}
  }

  private static func layout(count: Int) -> GridLayout {
    GridLayout(
      count: count, columns: 4, cellWidth: .points(100), cellHeight: .points(100), spacingX: .zero, spacingY: .zero,
      viewportWidth: .points(400), viewportHeight: .points(800), scaleThousandths: 3000)
  }

  /// Memory pages of 4 KiB that this thread has touched for the first time; nil where the system does not say.
  private static var pages: Int? {
    guard let text = try? String(contentsOfFile: "/proc/thread-self/stat", encoding: .utf8) else { return nil }
    return text.split(separator: ")").last.flatMap { Int($0.split(separator: " ")[7]) }
  }

  /// A table of a million numbers is a thousand pages; so are the states of 128,000 photos.
  @Test(
    .enabled(if: pages != nil, "the system does not count pages"),
    arguments: ["none", "preheat2x", "budget-priority:budget=40MB", "windowed-lead:window=40MB"])
  func itTouchesLittleMemory(_ strategy: String) throws {
    var (now, count) = (Int64(0), 1_000_000)
    let driver = try GridDriver(
      try StrategySpec(strategy), source: Source(), layout: DriverChangeTests.layout(count: count),
      clock: { Nanoseconds(rawValue: now) })
    for row in 0..<100 {
      now += 8_333_333
      driver.scrolled(to: .points(12_345_600 + row * 50), phase: .dragging)
    }
    let place = 493_824
    let changes = [
      GridChanges(countBefore: count, inserted: [count]),
      GridChanges(countBefore: count + 1, removed: [place + 100]),
      GridChanges(countBefore: count, moved: [(from: place, to: 0)], edited: [place + 20]),
      GridChanges(countBefore: count, removed: [0], inserted: [7]),
    ]
    for change in changes {
      let before = DriverChangeTests.pages ?? 0
      count = change.count
      driver.contentChanged(change, layout: DriverChangeTests.layout(count: count))
      now += 8_333_333
      driver.scrolled(to: .points(12_350_000), phase: .still)
      let touched = (DriverChangeTests.pages ?? 0) - before
      #expect(touched < 300, "\(touched) pages")
      #expect(driver.image(at: 494_000) != nil)
    }
  }
}
