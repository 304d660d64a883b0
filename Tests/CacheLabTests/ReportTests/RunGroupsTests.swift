@testable import CacheLab
import Testing

@testable import LabJudge
@testable import LabRecords

/// Pictures show runs of one setting, or say why not.
@Suite struct RunGroupsTests {
  /// `SettingValuesTests` has what tells settings apart.
  @Test func runsOfAnotherSettingAreRefusedByName() throws {
    let own = ["none", "lru"].map { SampleRecord.record(strategy: $0) }
    let error = #expect(throws: RecordMismatch.self) {
      try (own + [SampleRecord.changed(own[0], ["cells": .string("keep")])]).ofOneSetting()
    }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains("2 settings") && text.contains("They differ in cells ("), "\(text)")
    #expect(text.hasSuffix("name files of one setting"), "the cure: \(text)")
  }

  @Test func memoryThatWasCountedOtherwiseStandsApart() throws {
    let other = JSON.object(["memory-accounting": .string("physical-footprint")])
    let measured = SampleRecord.record()
    let error = #expect(throws: RecordMismatch.self) {
      try [measured, SampleRecord.changed(measured, environment: other)].ofOneSetting()
    }
    #expect(error?.description.contains("memory-accounting (resident; physical-footprint)") == true)
    // Counts alone are the same everywhere.
    let counted = SampleRecord.record(isMeasured: false)
    #expect(try [counted, SampleRecord.changed(counted, environment: other)].ofOneSetting().count == 1)
  }

  @Test func ofTwoRunsTheLaterOneCountsWhereverItStands() throws {
    let old = SampleRecord.changed(SampleRecord.record(peak: 1), created: "2026-01-01T00:00:00Z")
    let new = SampleRecord.changed(SampleRecord.record(peak: 2), created: "2026-01-02T00:00:00Z")
    for records in [[old, new], [new, old]] {
      #expect(try records.ofOneSetting().map { $0.metric(.peakBitmapBytes) } == [.integer(2)])
    }
  }

  @Test func ofEachStrategyTheLatestCounts() {
    let records = [
      SampleRecord.record(strategy: "a"), SampleRecord.record(strategy: "a", peak: 5),
      SampleRecord.record(strategy: "b"),
    ]
    #expect(records.latest.map { $0.metric(.peakBitmapBytes) } == [.integer(5), .integer(12_345_678)])
  }

  @Test func tracesThatNotAllRanOnAreSetAsideAndNamed() {
    func runs(_ runs: [(String, [String])]) -> [RunRecord] {
      runs.flatMap { run in run.1.map { SampleRecord.record(strategy: run.0, trace: $0, blank: 9) } }
    }
    let records = runs([("a", ["x", "y", "z"]), ("b", ["x", "y"]), ("c", ["y", "x", "w"])])
    #expect(records.sharedTraces == ["x", "y"] && records.shared.count == 6 && records.asideWords == "z and w")
    for plot in [Plot.compare(records), .heat(records, metric: Column(.hitRate)), .pareto(records)] {
      #expect(plot.note == "set aside: z and w" && plot.script(command: "c").contains(#"."\n".'set aside: z and w'"#))
      #expect(!plot.data.contains("z") && plot.data.contains("b"), "\(plot.data)")
    }
    let apart = runs([("a", ["x"]), ("b", ["y"])])
    #expect(apart.sharedTraces == [] && apart.shared.count == 2 && apart.asideWords == nil)
    #expect(runs([("a", ["x", "y"])]).sharedTraces == ["x", "y"] && runs([]).shared.isEmpty)
  }

  @Test func picturesSayWhatIsNotAsItIsByDefault() {
    let plain = ["none", "lru"].map { SampleRecord.record(strategy: $0) }
    #expect(Plot.compare(plain).subtitle.hasPrefix("decode-12ms"))
    let fast = plain.map { SampleRecord.changed($0, ["delivery": .string("fast")]) }
    for plot in [Plot.compare(fast), .heat(fast, metric: Column(.warmHitRate)), .pareto(fast)] {
      #expect(plot.subtitle.contains("decode-12ms, fast delivery"))
    }
  }
}
