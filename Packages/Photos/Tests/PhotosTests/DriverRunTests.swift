import CacheLab
import FoundationEssentials
import GridDriver
import LabLibrary
import Strategies
import Testing

@testable import lab_photos

/// A driver that asks the model of `PHImageManager` shows what a replay of the same scroll counts.
@Suite struct DriverRunTests {
  private static func script(_ name: String) throws -> ReplayScript {
    let bytes = try Data(contentsOf: URL(filePath: "\(PhotosFixture.checkout)/traces/\(name).scrolltrace"))
    return ReplayScript(try Trace.parse(Array(bytes), name: name))
  }

  /// Each trace with one decode time.
  @Test(arguments: [("fastscroll", 4), ("hunt", 12), ("zoom", 30), ("rotation", 4), ("tablet", 12)])
  func everyStrategyCountsWhatTheReplayCounts(_ name: String, _ milliseconds: Int) throws {
    let script = try Self.script(name)
    let phone = ModelPhone(milliseconds: milliseconds, count: script.itemCapacity)
    let replay = phone.replay(script)
    // Thumbnails that a strategy asks for by itself are no requests of a manager.
    for id in StrategyRegistry.all.descriptors.map(\.id) {
      let strategy = try StrategySpec(id)
      let counters = try DriverRun(script: script, phone: phone, open: 2).counters(of: strategy)
      #expect(counters == GridCounters(replay.run(strategy)), "\(id) on \(name)")
      #expect(counters.requests > 0)
    }
  }

  /// The table of docs/photos-model.md, counted again.
  @Test func theGuideHasTheseFigures() throws {
    let guide = try String(contentsOfFile: PhotosFixture.checkout + "/docs/photos-model.md", encoding: .utf8)
    let strategy = try StrategySpec("budget-priority")
    let runs = try ["fastscroll", "hunt"].map { name in
      let script = try Self.script(name)
      return (script: script, phone: ModelPhone(milliseconds: 12, count: script.itemCapacity))
    }
    func row(_ name: String, _ counters: [GridCounters]) throws -> String {
      let cells = try counters.flatMap { [try #require($0.hitRate), try #require($0.blank)] }
      return "| \(name) | \(cells.map { "\(NumberText.fixed($0 * 100, decimals: 2)) %" }.joined(separator: " | ")) |\n"
    }
    for open in [1, 2, 3, 4, 6, 8] {
      let counters = try runs.map { run in
        try DriverRun(script: run.script, phone: run.phone, open: open).counters(of: strategy)
      }
      let text = try row("\(open)", counters)
      #expect(guide.contains(text), "docs/photos-model.md must say: \(text)")
    }
    let text = try row("replay", runs.map { GridCounters($0.phone.replay($0.script).run(strategy)) })
    #expect(guide.contains(text), "docs/photos-model.md must say: \(text)")
  }

  // MARK: - Sessions

  private static func session(
    _ script: ReplayScript, _ phone: ModelPhone, _ strategy: StrategySpec, open: Int = 2
  ) throws -> SessionReplay {
    var bytes: [UInt8] = []
    _ = try DriverRun(script: script, phone: phone, open: open).counters(of: strategy) { part in
      bytes += part
      return true
    }
    return try SessionReplay(try Trace.parse(bytes, name: "session"), name: "session")
  }

  @Test(arguments: [2, 4])
  func aJitteryPhoneIsNearerOnItsOwnDeviceThanOnTheDefault(_ open: Int) throws {
    let script = try Self.script("hunt")
    let phone = ModelPhone(device: DeviceProfile.all[2], jitter: 40, count: script.itemCapacity)
    for text in ["budget-priority", "preheat2x"] {
      let strategy = try StrategySpec(text)
      let replay = try Self.session(script, phone, strategy, open: open)
      let fit = try SessionFit.fit(replay.session, name: "phone", session: "hunt")
      #expect(fit.device.workers == 2, "the model decodes two at once")
      #expect(fit.figures.first { $0.name == "open-requests-seen" }?.value == .integer(Int128(open)))
      func distance(_ device: DeviceProfile) -> Int64 {
        abs((replay.run(strategy, on: device)[.hits] ?? 0) - (replay.counters[.hits] ?? 0))
      }
      #expect(distance(fit.device) * 4 < distance(DeviceProfile.all[0]), "\(text)")
    }
  }
}
