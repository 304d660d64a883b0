@testable import CacheLab
import Testing

@testable import LabJudge
@testable import LabRecords

/// Pictures show records of one setting, or say why not.
@Suite struct ComparableRecordsTests {
  static let others: [(name: String, value: JSON)] = [
    ("device", .object(["name": .string("instant")])), ("cells", .string("keep")), ("fit", .string("crop")),
    ("screen", .object(["from-flags": .bool(true), "columns": .integer(5)])), ("delivery", .string("fast")),
    ("cloud", .object(["percent": .integer(30)])), ("access", .string("limited:500")),
    ("library", .object(["assets": .integer(3924)])),
  ]

  private func records(_ name: String, _ value: JSON, _ strategies: [String]) throws -> [RunRecord] {
    try strategies.map { try SampleRecord.changed(SampleRecord.record(strategy: $0), [name: value]) }
  }

  @Test(arguments: others.map(\.name)) func asManyOfAnotherSettingAreRefusedByName(name: String) throws {
    let value = try #require(ComparableRecordsTests.others.first { $0.name == name }?.value)
    let own = ["none", "lru"].map { SampleRecord.record(strategy: $0) }
    let other = try records(name, value, ["none", "lru"])
    let error = #expect(throws: RecordMismatch.self) { try ComparableRecords(own + other) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("2 settings") && text.contains("They differ in \(name) ("), "\(text)")
    #expect(text.contains("--only"), "the cure: \(text)")
  }

  @Test(arguments: others.map(\.name)) func aStrayOneIsSetAsideAndNamed(name: String) throws {
    let value = try #require(ComparableRecordsTests.others.first { $0.name == name }?.value)
    let own = ["none", "lru"].map { SampleRecord.record(strategy: $0, peak: 5) }
    let comparable = try ComparableRecords(own + (try records(name, value, ["lru"])))
    #expect(comparable.records.map(\.text) == own.map(\.text), "the later record of lru does not take its place")
    #expect(comparable.aside.count == 1 && comparable.aside[0].contains("\(name)="), "\(comparable.aside)")
  }

  @Test func memoryThatWasCountedOtherwiseStandsApart() throws {
    func records(_ names: [String], isMeasured: Bool = true) throws -> [RunRecord] {
      try names.map {
        try SampleRecord.changed(
          SampleRecord.record(strategy: $0, isMeasured: isMeasured), [:],
          members: ["environment": .object(["memory-accounting": .string("physical-footprint")])])
      }
    }
    let own = ["none", "lru"].map { SampleRecord.record(strategy: $0) }
    let error = #expect(throws: RecordMismatch.self) { try ComparableRecords(own + (try records(["none", "lru"]))) }
    #expect(
      error.map { "\($0)" }?.contains("memory-accounting (resident; physical-footprint)") == true, "\(error as Any)")
    let comparable = try ComparableRecords(own + (try records(["lru"])))
    #expect(comparable.aside == ["1 record of another setting (memory-accounting=physical-footprint)"])
    #expect(RunTable(own + (try records(["lru"]))).groups.count == 2)
    // Counts alone are the same everywhere.
    let counted = ["none", "lru"].map { SampleRecord.record(strategy: $0, isMeasured: false) }
    #expect(try ComparableRecords(counted + (try records(["lru"], isMeasured: false))).aside.isEmpty)
  }

  @Test func theSettingIsChosenInTheWordsOfTheRefusal() throws {
    let own = [SampleRecord.record(strategy: "none")]
    let other = try records("cells", .string("keep"), ["none"])
    let choice = try #require(SettingChoice("cells=keep"))
    #expect(try ComparableRecords(own + other, choices: [choice]).records.map(\.text) == other.map(\.text))
    let wrong = try #require(SettingChoice("cells=kept"))
    let error = #expect(throws: RecordMismatch.self) { try ComparableRecords(own + other, choices: [wrong]) }
    #expect(error.map { "\($0)" } == "no record has cells=kept: it is cancel; keep")
    #expect(SettingChoice("cells") == nil && SettingChoice("=keep") == nil && SettingChoice("cells=") == nil)
  }

  @Test func ofTwoRecordsOfARunTheLaterOneCountsWhereverItStands() throws {
    func made(_ day: String, peak: Int64) throws -> RunRecord {
      try SampleRecord.changed(SampleRecord.record(peak: peak), [:], members: ["created": .string(day)])
    }
    let (old, new) = (try made("2026-01-01T00:00:00Z", peak: 1), try made("2026-01-02T00:00:00Z", peak: 2))
    #expect(try ComparableRecords([old, new]).records.map(\.text) == [new.text])
    #expect(try ComparableRecords([new, old]).records.map(\.text) == [new.text])
  }

  @Test func picturesSayWhatIsNotAsItIsByDefault() throws {
    let plain = ["none", "lru"].map { SampleRecord.record(strategy: $0) }
    #expect(Plot.compare(plain).subtitle.hasPrefix("decode-12ms"))
    let fast = try records("delivery", .string("fast"), ["none", "lru"])
    #expect(Plot.compare(fast).subtitle.contains("decode-12ms, fast delivery"))
    #expect(Plot.heat(fast, metric: Column(.warmHitRate)).subtitle.contains("decode-12ms, fast delivery"))
    #expect(Plot.pareto(fast).subtitle.contains("decode-12ms, fast delivery"))
  }

  @Test func tablesOfOtherSettingsAreApart() throws {
    let records = [SampleRecord.record()] + (try records("delivery", .string("fast"), ["none"]))
    let text = RunTable(records).text
    #expect(RunTable(records).groups.count == 2)
    #expect(text.contains("delivery highquality") && text.contains("delivery fast"), "\(text)")
  }
}
