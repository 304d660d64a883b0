import GridDriver
import StrategyContract
import Strategies
import Testing

/// A driver's frame allocates nothing once it is warm.
@Suite struct DriverAllocationTests {
  /// Answers at once.
  private final class Source: ImageSource {
    var begun = 0
    func bytes(of image: Int) -> Int { 200 * 200 * 4 }
    func begin(_ request: ImageRequest<Int>) {
      begun += 1
      request.answer(.image(request.place))
    }
    func cancel(_ request: ImageRequest<Int>) {}
  }

  @Test(
    .enabled(if: AllocationCounter.isCounting, "allocations are not counted here"),
    arguments: ["budget-priority", "preheat2x", "windowed-lead", "lru:budget=60MB"])
  func framesWithoutDecodesAllocateNothing(_ text: String) throws {
    let layout = GridLayout(
      count: 4000, columns: 3, cellWidth: .points(100), cellHeight: .points(100), spacingX: .zero, spacingY: .zero,
      viewportWidth: .points(300), viewportHeight: .points(400), scaleThousandths: 2000)
    var now: Int64 = 0
    let source = Source()
    let driver = try GridDriver(
      try StrategySpec(text), source: source, layout: layout, clock: { Nanoseconds(rawValue: now) })
    var (told, heard) = (0, 0)
    // A listener may allocate; telling it does not.
    driver.onEvent = { _, event, _ in
      if case .scrolled = event { heard += 1 }
    }
    driver.onImage = { place, _, _ in told += place >= 0 ? 1 : 0 }
    func swing() -> (allocations: UInt64, decodes: Int, quiet: Int) {
      var (allocations, decodes, quiet) = (UInt64(0), 0, 0)
      for step in 0..<400 {
        now += 8_333_333
        let (before, begun) = (AllocationCounter.now, source.begun)
        driver.scrolled(to: .points(abs(200 - step) * 3), phase: .dragging)
        if source.begun == begun {
          allocations += AllocationCounter.now - before
          quiet += 1
        }
        decodes += source.begun - begun
      }
      return (allocations, decodes, quiet)
    }
    _ = swing()
    _ = swing()
    let warm = swing()
    #expect(warm.allocations == 0 && warm.quiet > 100, "\(warm)")
    #expect(told > 12 && heard == 1200)
  }
}
