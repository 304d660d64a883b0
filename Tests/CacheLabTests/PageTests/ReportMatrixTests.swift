import Testing

@testable import CacheLab
@testable import LabBase
@testable import LabPictures
@testable import LabRecords

@Suite struct ReportMatrixTests {
  private func matrix(_ runs: [(String, String, Int128)]) -> ReportMatrix {
    ReportMatrix(runs.map { SampleRecord.record(strategy: $0.0, trace: $0.1, blank: $0.2) })
  }

  @Test func whatLeavesLeastBlankStandsFirst() {
    let matrix = matrix([("a", "x", 5), ("b", "x", 2), ("a", "y", 5), ("b", "y", 3)])
    #expect(matrix.strategies == ["b", "a"] && matrix.best == "b")
    #expect(matrix.records.map(\.strategy) == ["b", "a", "b", "a"])
    #expect(matrix.mean("b", Column(.warmBlankRatio).number) == 0.025)
  }

  private func overview(_ matrix: ReportMatrix) -> String {
    matrix.overview.map { if case .table(let table, _, _, _) = $0 { table.markdown } else { "" } }.joined()
  }

  @Test func oraclesAreNeverBest() throws {
    let oracle = SampleRecord.record(strategy: "clairvoyant", blank: 0)
    var members = try #require(oracle.json.object)
    var configuration = try #require(members["configuration"]?.object)
    configuration["oracle"] = .bool(true)
    members["configuration"] = .object(configuration)
    let knowing = try RunRecord(text: JSON.object(members).prettyText, name: "clairvoyant")
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
    #expect(
      MatrixConclusion(matrix).sentences.last
        == "Not every strategy ran on every trace: figures compare 2 strategies on x; set aside: b on y.")
  }

  @Test func oneStrayRunEmptiesNoTable() {
    let matrix = matrix([("a", "x", 5), ("b", "x", 2), ("a", "y", 5), ("b", "y", 3), ("stray", "z", 0)])
    #expect(matrix.common == ["x", "y"] && matrix.best == "b" && matrix.compared == ["b", "a"])
    #expect(matrix.strategies == ["b", "a", "stray"], "trace by trace it is still told")
    let overview = overview(matrix)
    #expect(!overview.contains("| - | - |") && !overview.contains("stray"), "\(overview)")
    #expect(MatrixConclusion(matrix).sentences[0].hasPrefix("Over 2 traces, b leaves least blank"))
    #expect(MatrixConclusion(matrix).sentences.last?.hasSuffix("set aside: stray on z.") == true)
  }

  @Test func theTracesThatTellMostAreDrawn() {
    let runs: [(String, String, Int128)] = [
      ("a", "x", 1), ("b", "x", 90), ("a", "y", 1), ("b", "y", 20), ("a", "ios-y", 1), ("b", "ios-y", 9),
    ]
    #expect(matrix(runs).telling == ["y", "ios-y"], "a pair before a trace")
    #expect(matrix(Array(runs.prefix(4))).telling == ["x"])
  }

  @Test func settingsAreKeptApart() throws {
    let own = SampleRecord.record(strategy: "a")
    var members = try #require(own.json.object)
    var configuration = try #require(members["configuration"]?.object)
    configuration["cells"] = .string("keep")
    members["configuration"] = .object(configuration)
    let other = try RunRecord(text: JSON.object(members).prettyText, name: "other")
    let groups = ReportSetting.groups(of: [other, own, SampleRecord.record(strategy: "b")])
    #expect(groups.map(\.matrix.records.count) == [2, 1], "the larger first")
    #expect(groups[0].name.contains("cells cancel") && groups[1].name.contains("cells keep"))
  }
}
