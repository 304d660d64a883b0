import CacheLab
import FoundationEssentials
import GridDriver
import Strategies
import Testing

@testable import lab_photos

/// A driver that asks the model of `PHImageManager` shows what a replay of the same scroll counts.
@Suite struct DriverRunTests {
  private static func replay(_ name: String, milliseconds: Int) throws -> Replay {
    let folder = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()
    let bytes = try Data(contentsOf: URL(filePath: "\(folder)/traces/\(name).scrolltrace"))
    return DriverCommand.replay(ReplayScript(try Trace.parse(Array(bytes), name: name)), milliseconds: milliseconds)
  }

  @Test(arguments: ["fastscroll", "hunt", "zoom", "rotation", "tablet"], [4, 12, 30])
  func everyStrategyCountsWhatTheReplayCounts(_ name: String, _ milliseconds: Int) throws {
    let replay = try Self.replay(name, milliseconds: milliseconds)
    let assets = DriverCommand.assets(replay.script.itemCapacity)
    // Thumbnails that a strategy asks for by itself are no requests of a manager.
    for id in StrategyRegistry.all.descriptors.map(\.id) {
      let strategy = try StrategySpec(id)
      let run = DriverRun(replay: replay, open: 2, cost: Int64(milliseconds) * 1_000_000)
      let counters = try run.counters(of: strategy, assets: assets)
      #expect(counters == GridCounters(replay.run(strategy, cells: .cancel)), "\(id) on \(name)")
      #expect(counters.requests > 0)
    }
  }

  @Test func anOrderThatTheManagerChoosesCosts() throws {
    let replay = try Self.replay("hunt", milliseconds: 12)
    let assets = DriverCommand.assets(replay.script.itemCapacity)
    let strategy = try StrategySpec("budget-priority")
    func blank(_ open: Int) throws -> Double? {
      try DriverRun(replay: replay, open: open, cost: 12_000_000).counters(of: strategy, assets: assets).blank
    }
    let (one, two, eight) = (try #require(try blank(1)), try #require(try blank(2)), try #require(try blank(8)))
    #expect(one > two && eight > two)
  }
}
