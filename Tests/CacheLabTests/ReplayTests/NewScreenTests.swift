import CacheLab
import LabRecords
import Strategies
import StrategyKit
import Testing

/// How long screens take to fill: the first one, and those after jumps and changes.
@Suite struct NewScreenTests {
  /// Two decodes at once, of 10 ms each: 36 cells, and so 18 rounds, are sharp after 180 ms.
  private static let device = ReplayFixture.device(milliseconds: 10, workers: 2)

  private func screens(
    _ frames: [(Int, Int)], end: Int, _ strategy: String = "none", assets: ContiguousArray<AssetInfo>? = nil
  ) throws -> ScreenTally {
    let replay = ReplayFixture.replay(
      ReplayFixture.script(frames, end: end), device: NewScreenTests.device, assets: assets)
    return replay.run(try StrategySpec(strategy)).screens
  }

  private func times(_ filled: Int64, _ sharp: Int64) -> ScreenTally.Times {
    ScreenTally.Times(filled: filled * 1_000_000, sharp: sharp * 1_000_000)
  }

  @Test func theFirstScreenIsSharpWithItsLastCell() throws {
    let screens = try screens([(0, 0)], end: 1000)
    #expect(screens.first == times(180, 180) && screens.later.isEmpty)
  }

  @Test func cellsThatLeaveAreNotWaitedFor() throws {
    // After 30 ms six cells are there. One row stays, of which no cell is: four decodes, behind two that run.
    let screens = try screens([(0, 0), (35, 784)], end: 1000)
    let first = try #require(screens.first)
    #expect(first.sharp < 180_000_000 && first.sharp > 35_000_000)
  }

  /// Between rows, 40 cells are in view.
  @Test func aJumpBeginsAnother() throws {
    let screens = try screens([(0, 0), (500, 2000)], end: 1000)
    #expect(screens.first == times(180, 180))
    #expect(Array(screens.later) == [times(200, 200)])
  }

  @Test func whatIsNotThereWhenTheNextAppearsCountsUntilThen() throws {
    let screens = try screens([(0, 0), (120, 2000), (270, 4000)], end: 1000)
    #expect(screens.first == times(120, 120))
    #expect(Array(screens.later) == [times(150, 150), times(200, 200)])
    #expect(screens.sums == (times(120, 120), times(350, 350)))
    let none = try self.screens([], end: 1000)
    #expect(none.first == nil && none.sums == (times(0, 0), times(0, 0)))
  }

  @Test func whatStandsForLessThanATenthOfASecondDoesNotCount() throws {
    let passing = [(0, 0)] + (0..<5).map { (300 + $0 * 99, 1200 * ($0 + 1)) }
    #expect(try screens(passing, end: 2000).later.count == 1)
    let standing = [(0, 0)] + (0..<5).map { (300 + $0 * 100, 1200 * ($0 + 1)) }
    #expect(try screens(standing, end: 2000).later.count == 5)
    // Whatever the strategy.
    #expect(try screens(standing, end: 2000, "preheat2x").later.count == 5)
  }

  @Test func aScrollThatKeepsACellInViewIsNoNewScreen() throws {
    #expect(try screens([(0, 0), (300, 780), (600, 1500)], end: 1000).later.isEmpty)
  }

  @Test func whatFailsIsNotWaitedFor() throws {
    var assets = ReplayFixture.assets(400)
    assets[2] = AssetInfo(
      width: 1024, height: 768, encodedBytes: 200_000, thumbnailBytes: 2000,
      thumbnailSize: PixelSize(width: 0, height: 0), isDecodable: false)
    #expect(try screens([(0, 0)], end: 5000, assets: assets).first == times(180, 180))
  }

  @Test func thumbnailsFillAScreenBeforeItIsSharp() throws {
    let first = try #require(try screens([(0, 0)], end: 2000, "none+opportunistic").first)
    #expect(first.filled < first.sharp)
  }

  /// Two cells are sharp after each 10 ms and blank before; 60 points of the ninth row are in view.
  @Test func sharpAreaIsThatOfImagesSinceTheyAreThere() throws {
    let script = ReplayFixture.script([(0, 0)], end: 1000)
    let facts = RunFacts(
      tally: ReplayFixture.replay(script, device: NewScreenTests.device).run(try StrategySpec("none")))
    var (sharp, all) = (Int128(0), Int128(0))
    for round in 1...18 as ClosedRange<Int128> {
      let both: Int128 = round > 16 ? 120_000 : 192_000
      sharp += both * (1000 - 10 * round) * 1_000_000
      all += both * 1000 * 1_000_000
    }
    #expect(Metric.sharpRatio.value(of: facts) == .ratio(sharp, all))
    #expect(Metric.warmSharpRatio.value(of: facts) == .ratio(0, 0))
  }
}
