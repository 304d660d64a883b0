import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

/// What of a configuration is a setting: all of it that is not named as something else.
@Suite struct SettingValuesTests {
  /// A configuration in which nothing stands at its default.
  private static func configuration() throws -> JSON {
    var settings = RunSettings()
    (settings.library, settings.seed, settings.screen) = (LibraryProfile.small.rawValue, 2, ScreenChoice(columns: 4))
    settings.replay.cells = .keep
    settings.replay.fit = .crop
    settings.replay.delivery = .fast
    settings.replay.cloud = try CloudModel("30")
    settings.replay.access = PhotoAccess(limit: 3)
    return RunConfiguration(
      strategy: try StrategySpec("preheat2x"), trace: ("zoom", "abc"), device: DeviceProfile.all[1],
      library: ("f", 7), layout: ReplayFixture.layout(), settings: settings,
      decodes: true
    ).json
  }

  static let members = ["device", "library", "screen", "cells", "access", "delivery", "cloud", "fit"]

  @Test func everyMemberOfAConfigurationIsASettingOrNamedAsNone() throws {
    let all = Set(try #require(SettingValuesTests.configuration().object).keys)
    #expect(all.subtracting(SettingValues.others) == Set(SettingValuesTests.members + ["time"]))
  }

  @Test(arguments: members + ["a-setting-to-come"]) func anyOfThemTellsSettingsApart(name: String) throws {
    let own = try #require(SettingValuesTests.configuration().object)
    let other = JSON.object(own.merging([name: .object(["from-flags": .bool(true), "x": .integer(1)])]) { $1 })
    let settings = [SettingValues(.object(own)), SettingValues(other)]
    #expect(settings[0] != settings[1])
    let differences = SettingValues.differences(settings)
    #expect(differences.map(\.name) == [name])
    #expect(differences.first?.values.count == 2, "two values of one name are told apart: \(differences)")
  }

  @Test(arguments: ["strategy", "strategy-short", "drives-photos", "trace", "decode", "events"])
  func whatIsComparedIsNone(name: String) throws {
    let own = try #require(SettingValuesTests.configuration().object)
    #expect(SettingValues(.object(own.merging([name: .string("x")]) { $1 })) == SettingValues(.object(own)))
  }

  @Test func aTracesOwnScreenIsNoSettingAndItsPhotosFollowFromIt() throws {
    let own = try #require(SettingValuesTests.configuration().object)
    func setting(_ screen: [String: JSON]) -> SettingValues {
      SettingValues(.object(own.merging(["screen": .object(screen)]) { $1 }))
    }
    #expect(
      setting(["columns": .integer(4), "from-flags": .bool(false)])
        == setting(["columns": .integer(5), "from-flags": .bool(false)]))
    let given: [String: JSON] = ["columns": .integer(4), "from-flags": .bool(true)]
    #expect(setting(given) == setting(given.merging(["items": .integer(9)]) { $1 }))
    #expect(setting(given) != setting(["columns": .integer(4), "from-flags": .bool(false)]))
  }

  /// `compare` tells runs of a side apart by each part, so that a cell never mixes two settings.
  @Test(arguments: members + ["a-setting-to-come"]) func runsOfOneCellNeverDifferInOne(name: String) throws {
    let own = SampleRecord.record()
    let texts = ["cells", "access", "delivery", "fit"]
    let parts = JSON.object(["from-flags": .bool(true), "columns": .integer(9), "name": .string("x")])
    let other = SampleRecord.changed(own, [name: texts.contains(name) ? .string("x") : parts])
    let comparison = try RecordComparison(strategiesOf: [own, other])
    #expect(comparison.rowNames == [name] && comparison.rows.count == 2, "\(comparison.rows)")
  }
}
