import Strategies
import Testing

@Suite struct WindowedLeadTests {
  @Test(arguments: ["windowed-lead:lean=0", "windowed-lead:lean=0,screens=2/5"])
  func withoutLeanItKeepsTheFixedWindow(_ text: String) throws {
    let layout = GridLayoutTests.layout(count: 400)
    let screens = try StrategySpec(text).prefetcherParameters.rational("screens")
    var lead = try PlanModel<WindowedLead>(text, layout: layout)
    var fixed = try PlanModel<FixedWindow>("fixed-window:screens=\(screens)", layout: layout)
    var random = SplitMix(seed: 5)
    var offset: Int64 = 0
    for _ in 0..<300 {
      offset = min(max(offset + Int64(random.below(2_000_000)) - 900_000, -400_000), layout.lastOffset.rawValue)
      lead.scroll(to: offset)
      fixed.scroll(to: offset)
      #expect(lead.started == fixed.started, "offset \(offset)")
    }
  }
}
