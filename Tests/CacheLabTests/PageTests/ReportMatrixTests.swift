import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

@Suite struct ReportMatrixTests {
  private func matrix(_ runs: [(String, String, Int128)]) -> ReportMatrix {
    ReportMatrix(runs.map { SampleRecord.record(strategy: $0.0, trace: $0.1, blank: $0.2) })
  }

  @Test func theOneToShipStandsFirst() {
    let matrix = matrix([("a", "x", 5), ("b", "x", 2), ("a", "y", 5), ("b", "y", 3)])
    #expect(matrix.strategies == ["b", "a"] && matrix.best == "b")
    #expect(matrix.records.map(\.strategy) == ["b", "a", "b", "a"])
    #expect(matrix.mean("b", Column(.warmBlankRatio).number) == 0.025)
  }

  private func overview(_ matrix: ReportMatrix) -> String {
    matrix.overview.map { if case .table(let table, _, _) = $0 { table.markdown } else { "" } }.joined()
  }

  private func answers(_ matrix: ReportMatrix) -> [String] {
    matrix.answers.compactMap { if case .answer(let text) = $0 { text } else { nil } }
  }

  private func notes(_ matrix: ReportMatrix) -> [String] {
    matrix.answers.compactMap { if case .note(let text) = $0 { text } else { nil } }
  }

  /// The answer's figures are those of the marked row.
  @Test func theAnswerSaysWhatTheMarkedRowSays() throws {
    let matrix = matrix([("a", "x", 50), ("b", "x", 20), ("a", "y", 50), ("b", "y", 31)])
    let row = try #require(overview(matrix).split(separator: "\n").first { $0.hasPrefix("| **b** |") })
    let cells = row.split(separator: "|").map { $0.filter { $0 != " " } }
    #expect(
      answers(matrix) == [
        "b on 2 traces: \(cells[1]) noticed waits of 1,000 cells, first screen \(cells[2]) ms, peak \(cells[3]) MB, "
          + "\(cells[4]) decodes a request"
      ])
    #expect(overview(matrix).ranges(of: "**").count == 2, "one row is marked")
  }

  @Test func whereNothingIsToldApartNothingIsMarked() throws {
    #expect(answers(matrix([("a", "x", 5), ("b", "x", 5)])).isEmpty)
    #expect(answers(matrix([("a", "x", 5)])).count == 1, "a strategy alone has no rival")
    #expect(answers(matrix([("a", "x", 5), ("b", "y", 2)])).isEmpty, "they share no trace")
  }

  @Test func oraclesAreNeverBest() {
    let knowing = SampleRecord.changed(SampleRecord.record(strategy: "clairvoyant", blank: 0), ["oracle": .bool(true)])
    let matrix = ReportMatrix(
      [knowing] + [("a", Int128(5)), ("b", 2)].map { SampleRecord.record(strategy: $0.0, blank: $0.1) })
    #expect(matrix.strategies == ["b", "a", "clairvoyant"] && matrix.best == "b")
    #expect(overview(matrix).contains("an oracle, not to ship"))
  }

  @Test func theSameFingersStandTogether() {
    let matrix = matrix(["ios-hunt", "zoom", "browse", "hunt", "ios-only"].map { ("a", $0, 1) })
    #expect(matrix.traces == ["browse", "hunt", "ios-hunt", "ios-only", "zoom"])
    #expect(matrix.pairs.map(\.oneWay) == ["hunt"] && matrix.pairs.map(\.physics) == ["ios-hunt"])
  }

  @Test func meansLeaveOutTracesThatNotAllRanOn() {
    let matrix = matrix([("a", "x", 4), ("b", "x", 6), ("b", "y", 0)])
    #expect(matrix.common == ["x"] && matrix.best == "a")
    #expect(notes(matrix) == ["Set aside, for not every strategy ran on them: y."])
  }

  @Test func theTracesThatTellMostAreDrawn() {
    let runs: [(String, String, Int128)] = [
      ("a", "x", 1), ("b", "x", 90), ("a", "y", 1), ("b", "y", 20), ("a", "ios-y", 1), ("b", "ios-y", 9),
    ]
    #expect(matrix(runs).mostContrasting == ["y", "ios-y"], "a pair before a trace")
    #expect(matrix(Array(runs.prefix(4))).mostContrasting == ["x"])
  }

  @Test func settingsAreKeptApart() {
    let own = SampleRecord.record(strategy: "a")
    let other = SampleRecord.changed(own, ["cells": .string("keep")])
    let groups = ReportSetting.groups(of: [other, own, SampleRecord.record(strategy: "b")])
    #expect(groups.map(\.matrix.records.count) == [2, 1], "the larger first")
    #expect(groups[0].name.contains("cells cancel") && groups[1].name.contains("cells keep"))
  }
}
