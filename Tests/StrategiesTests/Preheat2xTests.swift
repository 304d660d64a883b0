import Strategies
import Testing

@Suite struct Preheat2xTests {
  private let height: Int64 = 844_000

  @Test func startsTheAddedStripAndThenStopsTheRemovedOne() throws {
    var model = try PlanModel("preheat2x", layout: GridLayoutTests.layout())
    model.scroll(to: 10_000_000)
    model.scroll(to: 10_400_000)
    // Old [9578, 11266), new [9978, 11666): added [11266, 11666), removed [9578, 9978).
    #expect(model.lastSteps == [.start(ItemRange(lower: 456, upper: 480)), .stop(ItemRange(lower: 388, upper: 408))])
  }

  @Test(arguments: [
    "preheat2x", "preheat2x:height=3,delta=1/7", "preheat2x:height=7/3,delta=0", "preheat2x:height=1,delta=0",
    "preheat2x:delta=2",
  ])
  func agreesWithARectangleModel(_ text: String) throws {
    let layout = GridLayoutTests.layout(count: 600)
    let parameters = try StrategySpec(text).prefetcherParameters
    let (grown, delta) = (parameters.rational("height"), parameters.rational("delta"))
    var model = try PlanModel(text, layout: layout)
    var random = SplitMix(seed: 3)
    var offset: Int64 = 0
    var last: Int64?
    var started: Set<Int32> = []
    var old: (low: Int64, high: Int64) = (0, 0)
    let unit = 2 * grown.denominator
    for _ in 0..<400 {
      let step = random.below(5) == 0 ? 6_000_000 : 300_000
      offset += Int64(random.below(2 * step)) - Int64(step) + 30_000
      offset = min(max(offset, -500_000), layout.lastOffset.rawValue + 500_000)
      model.scroll(to: offset)
      if let last, abs(offset - last) * delta.denominator <= delta.numerator * height { continue }
      let middle = (2 * offset + height) * grown.denominator
      let new = (low: middle - grown.numerator * height, high: middle + grown.numerator * height)
      if last == nil || new.low >= old.high || old.low >= new.high {
        started.formUnion(itemsOverlapping(new.low, new.high, unit: unit, in: layout))
        started.subtract(itemsOverlapping(old.low, old.high, unit: unit, in: layout))
      } else {
        started.formUnion(itemsOverlapping(old.high, new.high, unit: unit, in: layout))
        started.formUnion(itemsOverlapping(new.low, old.low, unit: unit, in: layout))
        started.subtract(itemsOverlapping(new.high, old.high, unit: unit, in: layout))
        started.subtract(itemsOverlapping(old.low, new.low, unit: unit, in: layout))
      }
      (old, last) = (new, offset)
      #expect(model.started == started, "offset \(offset)")
    }
  }
}
