import CacheLab
import LabBase
import Testing

@testable import LabPictures
@testable import LabRecords

@Suite struct HistoryPlotTests {
  private func record(_ strategy: String, _ trace: String, day: Int, revision: String? = nil) throws -> RunRecord {
    try SampleRecord.changed(
      SampleRecord.record(strategy: strategy, trace: trace), [:],
      members: [
        "created": .string("2026-01-0\(day)T00:00:00Z"),
        "environment": .object(["git-revision": revision.map { .string($0) } ?? .null]),
      ])
  }

  @Test func ofTooManyLinesTheLongestAreDrawn() throws {
    let many = try (0..<40).map { try record("s\($0)", "zoom", day: 1, revision: "one") }
    let again = try record("s33", "zoom", day: 2, revision: "two")
    let metric = Column(.hitRate)
    let history = try #require(Plot.history(many + [again], metric: metric, by: .revision))
    #expect(history.leftOut == 16 && history.plot.subtitle.contains("24 of 40 lines"))
    #expect(history.plot.data.contains("s33\t1\ttwo"), "it has two places: \(history.plot.data)")
    #expect(try #require(Plot.history(Array(many.prefix(24)), metric: metric)).leftOut == 0)
  }

  @Test func settingsAreLinesOfTheirOwn() throws {
    let own = try ["a", "b"].map { try record($0, "zoom", day: 1) }
    let kept = try SampleRecord.changed(try record("a", "zoom", day: 2), ["cells": .string("keep")])
    let metric = Column(.hitRate)
    let data = try #require(Plot.history(own + [kept], metric: metric)).plot.data
    #expect(data.contains("a cells=keep\t1\t") && data.contains("\na\t0\t"), "\(data)")
  }

  @Test func noTwoLinesLookAlike() throws {
    let records = try ["zoom", "hunt", "browse", "flicks", "rotation", "tablet", "edges"].map {
      try record("lru", $0, day: 1, revision: "a-long-revision-of-it")
    }
    let history = try #require(Plot.history(records, metric: Column(.hitRate), by: .revision))
    let script = history.plot.script(command: "c")
    let looks = script.matches(of: /using 2:4 (.*) linecolor rgb (\w+)/).map { "\($0.1) \($0.2)" }
    #expect(looks.count == 7 && looks.unique.count == 7, "\(looks)")
    let own = looks.count { $0.hasSuffix(" " + StrategyStyle("lru").hue) }
    #expect(own >= 5, "as many as the colour has looks: \(looks)")
    // In an SVG lines of one colour and width after each other have the dashes of the last.
    let widths = script.matches(of: /nohead linewidth ([0-9.]+)/).map(\.1)
    #expect(widths.count == 7 && zip(widths, widths.dropFirst()).allSatisfy { $0 != $1 })
    // The names of places do not leave the picture.
    let margins = script.matches(of: /set [lb]margin at screen ([0-9.]+)/).compactMap { Double($0.1) }
    #expect(margins.count == 2 && margins[0] > 0.15 && margins[1] > 80 / 560)
  }

  @Test func whyNoRecordHasAMetricIsSaid() throws {
    let metric = Column(.peakRSS)
    let records = [SampleRecord.record(isMeasured: false)]
    #expect(Plot.history(records, metric: metric) == nil)
    #expect(metric.absence(in: records) == "nothing was decoded: --decode none")
  }
}
