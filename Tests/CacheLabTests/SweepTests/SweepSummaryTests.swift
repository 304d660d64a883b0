import Strategies
import Testing

@testable import CacheLab
import LabRecords
@testable import LabJudge

@Suite struct SweepSummaryTests {
  @Test func theFrontIsThatOfABruteForce() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<50 {
      let points = (0..<12).map { _ in (0..<2).map { _ in Double(random.next(below: 6)) } }
      let members = ParetoFront.members(of: points)
      for (index, point) in points.enumerated() {
        let beaten = points.contains { $0[0] <= point[0] && $0[1] <= point[1] && $0 != point }
        #expect(members[index] == !beaten, "\(points) \(index)")
      }
    }
  }

  @Test func theSummaryNamesFrontAndBest() throws {
    let table = SweepFixture.table(
      try SweepFixture.specs("none", "preheat2x", "fixed-window", "lru"),
      [[(40, 0, 20), (10, 60, 40), (12, 70, 30), (41, 0, 25)], [(20, 0, 20), (8, 90, 40), (9, 80, 30), (20, 0, 20)]])
    #expect(table.fronts.count == 1)
    let points = table.fronts[0].points
    #expect(points.map(\.strategy) == [0, 2, 1], "by peak; lru has more blank than none at a higher peak")
    #expect(points.allSatisfy(\.isOnBlankFront) && points.allSatisfy(\.isOnWaitFront))
    #expect(table.bests.map(\.strategy) == [1, 1] && table.bests.map(\.trace) == [0, 1])
    for line in table.summary.text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func noMeanIsOverPeopleAndStress() throws {
    let specs = try SweepFixture.specs("none", "preheat2x")
    let table = SweepFixture.table(
      specs, traces: ["hunt", "reader-ios-60", "mine", "looker-ios-60"],
      [[(40, 0, 20), (20, 50, 30)], [(4, 0, 20), (1, 90, 30)], [(9, 0, 20), (8, 5, 30)], [(2, 0, 20), (3, 80, 30)]])
    #expect(table.fronts.map(\.part.group.name) == ["yours", "people", "stress"])
    #expect(table.fronts.map(\.part.group.traces) == [[2], [1, 3], [0]])
    let blank = table.fronts.map { $0.points.first { $0.strategy == 1 }?.figures[.blank] }
    #expect(blank == [0.08, 0.02, 0.2])
    let text = table.summary.text
    #expect(text.contains("means over 2 traces of people") && text.contains("means over mine,"))
  }

  /// Fewer waits at a higher peak are worth naming from one of 1,000 cells on.
  @Test(arguments: [("0.0094", true), ("0.0096", false)])
  func waitsThatNobodyTellsApartAreNoPlaceOnTheFront(_ waits: String, _ isOnFront: Bool) throws {
    let plan = SweepFixture.plan(try SweepFixture.specs("none", "preheat2x"), traces: ["a"])
    let rows = [("0.01", "0.02", "20"), (waits, "0.03", "30")].enumerated().map { number, cells in
      SweepFixture.row(
        number, ["noticed-waits": cells.0, "warm-blank-ratio": cells.1, "peak-bitmap-bytes": cells.2])
    }
    let points = SweepTable(plan: plan, rows: rows).fronts[0].points
    #expect(points.map(\.strategy) == (isOnFront ? [0, 1] : [0]))
  }
}
