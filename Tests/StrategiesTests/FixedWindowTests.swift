import Strategies
import Testing

@Suite struct FixedWindowTests {
  @Test(arguments: ["fixed-window", "fixed-window:screens=0", "fixed-window:screens=2/5", "fixed-window:screens=1/7"])
  func startedItemsAreThoseOfTheWindow(_ text: String) throws {
    let layout = GridLayoutTests.layout(count: 400)
    let screens = try StrategySpec(text).prefetcherParameters.rational("screens")
    var model = try PlanModel(text, layout: layout)
    var random = SplitMix(seed: 7)
    var offset: Int64 = 0
    for _ in 0..<300 {
      offset += Int64(random.below(2_000_000)) - 900_000
      offset = min(max(offset, -400_000), layout.lastOffset.rawValue + 400_000)
      model.scroll(to: offset)
      let unit = screens.denominator
      let height = layout.viewportHeight.rawValue
      let margin = screens.numerator * height
      let expected = itemsOverlapping(offset * unit - margin, (offset + height) * unit + margin, unit: unit, in: layout)
      #expect(model.started == expected, "offset \(offset)")
    }
  }

  @Test func stopsComeBeforeStarts() throws {
    var model = try PlanModel("fixed-window", layout: GridLayoutTests.layout())
    model.scroll(to: 10_000_000)
    model.scroll(to: 10_300_000)
    #expect(model.lastSteps == [.stop(ItemRange(lower: 372, upper: 384)), .start(ItemRange(lower: 480, upper: 492))])
  }
}
