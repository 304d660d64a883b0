import Strategies
import Testing

@testable import CacheLab
@testable import LabJudge
@testable import LabRecords

@Suite struct StrategyComparisonTests {
  private typealias Numbers = (hit: Double, blank: Double, time: Double, peak: Double)

  /// For each trace the numbers of each strategy: hits, blank, milliseconds, megabytes.
  private func table(
    _ texts: [String], _ traces: [[Numbers]], more: [Int: [String: String]] = [:]
  ) throws -> SweepTable {
    let plan = SweepGround(
      strategies: try texts.map { try PeakSpec($0, registry: .all) }, devices: [DeviceProfile.all[0]], assets: []
    ).plan(traces.indices.map { ("t\($0)", "\($0)", nil) })
    let rows = traces.flatMap { $0 }.enumerated().map { number, each in
      var values = [
        "warm-hit-rate": "\(each.hit)", "warm-blank-ratio": "\(each.blank)",
        "warm-time-to-image-mean": "\(each.time * 1e6)", "warm-time-to-image-p95": "\(each.time * 2e6)",
        "peak-bitmap-bytes": "\(Int(each.peak * 1e6))", "mean-bitmap-bytes": "1000", "decodes": "10",
        "blank-ratio": "\(each.blank * 2)", "overdrafts": "1",
      ]
      values.merge(more[number % texts.count] ?? [:]) { $1 }
      let row = SweepFixture.row(number, values)
      return SweepRow(
        number: number, digest: row.digest, figures: row.figures,
        budgets: Array(repeating: 1, count: plan.budgetCount(ofJob: number)))
    }
    return SweepTable(plan: plan, rows: rows)
  }

  @Test func aCellIsNoWorseOnAllAxesThatAreJudged() throws {
    let texts = ["preheat2x", "lru:budget=30MB", "arc:budget=peak(preheat2x)", "fixed-window"]
    let comparison = StrategyComparison(
      try table(
        texts,
        [
          [(0.5, 0.1, 10, 20), (0.6, 0.1, 9, 30), (0.5, 0.1, 10, 20), (0.4, 0.2, 11, 21)],
          [(0.5, 0.1, 10, 20), (0.4, 0.1, 9, 30), (0.5, 0.1, 10, 20.1), (0.5, 0.1, 10, 20)],
        ]), against: 0)
    let rows = comparison.parts[0].rows
    #expect(rows.map(\.won) == [2, 1, 1, 1])
    #expect(rows[1].cells.map(\.lost) == [[], [.hits]], "the peak is not judged at a budget in bytes")
    #expect(rows[2].cells.map(\.lost) == [[], [.peak]], "and is at one that is a peak")
    #expect(rows[3].cells.map(\.lost) == [[.hits, .wait, .blank, .peak], []] && rows[1].cells[0].closed.isEmpty)
    #expect(
      comparison.whole.markdown.contains("| lru:budget=30MB | 1 of 2 | 0.500 | 1.000 | 1.000 | 0.900 | 0.900 | 1.500 |")
    )
    #expect(comparison.whole.markdown.contains("| fixed-window | t0 | decode-12ms | 40.000 / 50.000 | 11.00 / 10.00 |"))
    for line in comparison.text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    let tables = comparison.whole.json.array?.compactMap { $0["table"]?.array } ?? []
    #expect(tables.map { $0[1]["strategy"]?.string } == ["lru:budget=30MB", "arc:budget=peak(preheat2x)"])
    #expect(tables[0][1]["blank ratio"]?.number == 1 && tables[0][1]["decodes a request"] == .null)
  }

  @Test func gapsAreSharesOfTheWayToTheClairvoyantWhereThereIsOne() throws {
    let comparison = StrategyComparison(
      try table(
        ["none", "lru", "clairvoyant:budget=peak(lru)", "preheat2x"],
        [
          [(0, 0.4, 1, 9), (0.2, 0.3, 1, 9), (0.8, 0, 1, 9), (0.4, 0.1, 1, 9)],
          [(0, 0.4, 1, 9), (1, 0.4, 1, 9), (1, 0.4, 1, 9), (0.5, 0.4, 1, 9)],
        ]), against: 1)
    #expect(comparison.parts.map(\.passed) == [0])
    let row = comparison.parts[0].rows[3]
    #expect(row.cells.map { $0.closed[.hits] } == [0.5, 0.5])
    #expect(row.cells[0].closed[.blank].map { abs($0 - 0.75) < 1e-12 } == true && row.cells[1].closed[.blank] == nil)
    #expect(
      row.cells[0].closed[.hitsFromBase].map { abs($0 - 1.0 / 3) < 1e-12 } == true
        && row.cells[1].closed[.hitsFromBase] == nil)
    #expect(comparison.whole.markdown.contains("| hit gap | blank gap | lru's hit gap |"))
    #expect(comparison.whole.markdown.contains("| 0.500 | 0.750 | 0.333 |"))
    #expect(!comparison.whole.markdown.contains("| none | t0 "), "what is worse everywhere is not listed")
  }

  /// A gap ends at the best with no more memory than the clairvoyant; what holds more closes all of it at most.
  @Test func whatPassesTheClairvoyantIsWhereTheGapEnds() throws {
    let comparison = StrategyComparison(
      try table(
        ["none", "lru", "clairvoyant:budget=peak(lru)", "preheat2x", "arc"],
        [
          [(0, 0.4, 1, 9), (0.4, 0.2, 1, 9), (0.5, 0.2, 1, 9), (0.8, 0, 1, 9), (0.9, 0, 1, 10)],
          [(0, 0.4, 1, 9), (0.4, 0.2, 1, 9), (0.8, 0, 1, 9), (0.4, 0.2, 1, 9), (0.9, 0, 1, 10)],
        ]), against: 1)
    let rows = comparison.parts[0].rows
    #expect(
      rows[1].cells.map { $0.closed[.hits] } == [0.5, 0.5] && rows[1].cells.map { $0.closed[.blank] } == [0.5, 0.5])
    #expect(rows[3].cells.map { $0.closed[.hits] } == [1, 0.5] && rows[3].cells.map { $0.closed[.blank] } == [1, 0.5])
    #expect(rows[4].cells.map { $0.closed[.hits] } == [1, 1])
    #expect(comparison.parts.map(\.passed) == [1])
    #expect(
      comparison.whole.markdown.contains(
        "In 1 case a strategy with no more memory passes the clairvoyant, and the gap ends"))
  }

  @Test func withThumbnailsTheTimeToTheFullImageIsNotJudged() throws {
    let thumbnails = [
      "coarse-decodes": "5", "warm-soft-ratio": "0.25", "warm-time-to-first-image-mean": "3000000",
      "warm-time-to-first-image-p95": "4000000",
    ]
    let comparison = StrategyComparison(
      try table(
        ["preheat2x", "preheat2x+opportunistic"],
        [[(0.5, 0.1, 10, 20), (0.5, 0.05, 12, 20)], [(0.5, 0, 10, 20), (0.5, 0, 12, 20)]], more: [1: thumbnails]),
      against: 0)
    #expect(comparison.parts[0].rows[1].won == 2)
    let row =
      "| preheat2x+opportunistic | 2 of 2 | 0.500 | 0.500 | 1 | 0.500 | 0.750 | 25.00 | 3.00 | 4.0 | 24.0 | 1.000 | 0.50 | 0.50 | 2 |"
    #expect(comparison.whole.markdown.contains(row), "\(comparison.whole.markdown)")
  }

  /// The mean over the cases whose cells asked for images.
  @Test func workStandsBesideTheOtherFigures() throws {
    let figures: [(Double, Double, Double, Double)] = [(0.5, 0.1, 10, 20), (0.5, 0.05, 12, 20)]
    let comparison = StrategyComparison(
      try table(["preheat2x", "lru"], [figures, figures], more: [1: ["decodes-per-request": "1.25"]]), against: 0)
    #expect(comparison.whole.markdown.contains("| decodes a request | overdrafts |"))
    let rows = comparison.whole.markdown.split(separator: "\n")
    #expect(rows.contains { $0.hasPrefix("| lru |") && $0.contains("| 1.25 |") })
    #expect(rows.contains { $0.hasPrefix("| preheat2x |") && $0.contains("| - |") })
  }
}
