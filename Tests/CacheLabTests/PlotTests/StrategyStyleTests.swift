import Strategies
import Testing

@testable import LabPictures

@Suite struct StrategyStyleTests {
  @Test func allThatShipLookDifferent() {
    let styles = StrategyStyle.of(StrategyRegistry.all.descriptors.map(\.id))
    #expect(Set(styles).count == styles.count)
  }

  /// A new strategy works without one; it then has a place of its own here.
  @Test(arguments: StrategyRegistry.all.descriptors.map(\.id)) func aColourDoesNotDependOnTheOthers(strategy: String) {
    let alone = StrategyStyle.of([strategy])[0]
    let among = StrategyStyle.of(
      ["none", "my-own", "lru:budget=16MB", "preheat2x"].filter { $0 != strategy } + [strategy])
    #expect(among.last?.hue == alone.hue)
  }

  @Test func strategiesOfOnesOwnHaveAColourOfTheirOwn() {
    let names = (0..<40).map { "mine-\($0)" }
    let alone = names.map { StrategyStyle($0).hue }
    #expect(StrategyStyle.of(names).map(\.hue) == alone)
    #expect(Set(alone).count == Palette.hues.count, "all colours are used")
  }

  @Test func twoOfOneLookAreToldApartByTheirDashes() throws {
    let twins = (0..<200).map { "mine-\($0)" }.filter { StrategyStyle($0) == StrategyStyle("mine-0") }
    let two = Array(twins.prefix(2))
    try #require(two.count == 2)
    let styles = StrategyStyle.of(two)
    #expect(styles[0].hue == styles[1].hue && styles[0].dash != styles[1].dash)
  }
}
