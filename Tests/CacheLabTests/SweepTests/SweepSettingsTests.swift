import FoundationEssentials
import Strategies
import Testing

@testable import LabJudge
@testable import LabRecords

@Suite struct SweepSettingsTests {
  private func named(_ name: String) throws -> RunSetting { try #require(RunSetting.named(name)) }

  @Test func aLineIsASettingAndACommentIsNothing() throws {
    let settings = try SweepSettings(
      text: "# all\n\nstrategy none lru  # two\n  trace hunt\ntrace zoom\nseed 7\n", file: "a.sweep")
    #expect(settings.strategies == [SweepWord("none", at: "a.sweep:3"), SweepWord("lru", at: "a.sweep:3")])
    #expect(settings.traces.map(\.text) == ["hunt", "zoom"] && settings.traces[1].place == "a.sweep:5")
    let (seed, library) = (try named("seed"), try named("library"))
    #expect(settings.shared[seed]?.text == "7" && settings.shared[library] == nil)
  }

  @Test func linesMayEndInCRLF() throws {
    let settings = try SweepSettings(text: "\u{FEFF}# all\r\nstrategy none\r\ntrace hunt\r\n", file: "a.sweep")
    #expect(settings.strategies == [SweepWord("none", at: "a.sweep:2")] && settings.traces.map(\.text) == ["hunt"])
  }

  @Test(arguments: [
    ("trace hunt\nstratgy none", "a.sweep:2: 'stratgy' is no setting of a sweep: did you mean 'strategy'?"),
    ("device", "a.sweep:1: 'device' has no value: write device and what it is to be, or leave out the line"),
    ("seed 1 2", "a.sweep:1: 'seed' takes one value, not 2: keep one"),
    ("seed 1\n\nseed 2", "a.sweep:3: 'seed' stands in a.sweep:1 already: keep one of the two"),
  ])
  func aWrongLineIsNamedWithTheCure(_ text: String, _ message: String) {
    let error = #expect(throws: SweepError.self) { try SweepSettings(text: text, file: "a.sweep") }
    #expect(error?.description == message)
  }

  @Test func theCommandLineTakesThePlaceOfLinesOfTheSameKind() throws {
    let file = try SweepSettings(text: "strategy none\nvary lru:budget=1MB\ntrace hunt\nseed 7", file: "a.sweep")
    var given = SweepSettings()
    given.varies = [SweepWord("preheat2x:delta=1", at: "--vary")]
    let seed = try named("seed")
    given.shared[seed] = SweepWord("8", at: "--seed")
    let both = file.replaced(by: given)
    #expect(both.strategies.isEmpty && both.varies == given.varies)
    #expect(both.traces == file.traces && both.shared[seed]?.text == "8")
  }

  @Test func theShippedExampleIsRead() throws {
    let text = try String(contentsOfFile: ShippedTraces.root + "/sweeps/example.sweep", encoding: .utf8)
    let settings = try SweepSettings(text: text, file: "example.sweep")
    let found = try StrategyGrid.strategies(
      named: settings.strategies, varying: settings.varies, budgets: settings.budgets, registry: .all)
    #expect(found.count == 2 + 24 + 2 * 5)
    #expect(try settings.screens.map { try ScreenChoice($0).description } == ["390x844@3", "375x667@2"])
    for name in ["library", "seed", "assets", "cells", "fit"] {
      #expect(settings.shared[try named(name)] != nil)
    }
  }

  @Test func itsWordsSayAllOfIt() throws {
    let text = "strategy none lru\nvary lru:budget=1MB\nbudget 2MB\ntrace hunt\ndevice decode-4ms\nscreen 375x667@2\n"
    let shared = SweepSettings.sharedSettings.map { "\($0.name) \($0.name)-value\n" }
    let words = try SweepSettings(text: text + shared.joined(), file: "a.sweep").words
    #expect(
      Array(words.prefix(14)) == [
        "--strategy", "none", "--strategy", "lru", "--vary", "lru:budget=1MB", "--budget", "2MB", "--trace", "hunt",
        "--device", "decode-4ms", "--screen", "375x667@2",
      ])
    #expect(words.dropFirst(14).count == 2 * SweepSettings.sharedSettings.count)
    for setting in SweepSettings.sharedSettings { #expect(words.contains("\(setting.name)-value")) }
  }
}
