import CacheLab
import Testing

@testable import LabRecords

@Suite struct BestRowTests {
  private typealias Row = (waits: Double?, work: Double, peak: Double, isOracle: Bool)

  private func best(_ rows: Row...) -> Int? {
    BestRow.index(of: rows, name: { _ in "mine" }, isOracle: \.isOracle) { row, column in
      column == .noticed ? row.waits.map { $0 / 1000 } : column == .work ? row.work : row.peak
    }
  }

  @Test func fewerNoticedWaitsWin() {
    #expect(best((9, 1, 1, false), (2, 2, 9, false), (4, 1, 1, false)) == 1)
  }

  @Test func withinOneOfAThousandFewerDecodesWinThenLessMemory() {
    #expect(best((2, 0.9, 1, false), (2.9, 0.7, 9, false)) == 1)
    #expect(best((2, 0.9, 1, false), (3.1, 0.7, 9, false)) == 0, "more than one of 1,000 is seen")
    #expect(best((2, 0.7, 9, false), (2, 0.7, 8, false)) == 1)
  }

  @Test func anOracleIsNeverTheOneToShip() {
    #expect(best((0, 0.1, 1, true), (6, 1, 1, false), (4, 1, 1, false)) == 2)
    #expect(best((0, 0.1, 1, true), (5, 1, 1, false)) == nil, "what cannot be shipped is no rival")
  }

  @Test func equalsAreNotMarked() {
    #expect(best((2, 0.7, 9, false), (2, 0.7, 9, false)) == nil)
    #expect(best((nil, 1, 1, false), (nil, 2, 2, false)) == nil, "nothing is known of waits")
  }

  @Test func whatHoldsMoreThanAppsShipTodayIsLeftOut() {
    func best(_ today: String) -> Int? {
      let rows = [(today, 5.0, 35.0), ("windowed-lead", 4, 33), ("unbounded", 0, 60)]
      return BestRow.index(of: rows, name: \.0, isOracle: { _ in false }) { row, column in
        column == .noticed ? row.1 / 1000 : column == .peak ? row.2 : 1
      }
    }
    #expect(best("preheat2x") == 1 && best("preheat2x+opportunistic") == 1 && best("preheat2x+lru") == 2)
  }

  @Test func theMarkedRowIsThatOfTheTable() throws {
    let records = [("none", Int128(80)), ("lru", 2), ("sieve", 9)].map {
      SampleRecord.record(strategy: $0, blank: $1)
    }
    let table = RunTable(records)
    let marked = table.text.split(separator: "\n").filter { $0.hasPrefix("> ") }
    #expect(
      marked.map { $0.dropFirst(2).prefix { $0 != " " } } == ["lru", "the"], "the row, and the legend: \(marked)")
    #expect(table.markdown.contains("\n| **lru** |"))
    #expect(table.markdown.ranges(of: "**lru**").count == 1 && !table.markdown.contains("**none**"))
  }

  @Test func nothingIsMarkedWhereTheScrollStoodStill() throws {
    func record(_ strategy: String, _ moved: Int128) -> RunRecord {
      let frames = JSON.object(["moved": .integer(moved), "frames": .integer(3_990), "lacks-photos": .bool(true)])
      return SampleRecord.changed(
        SampleRecord.record(strategy: strategy, blank: strategy == "a" ? 9 : 2), moved: MovedFrames(frames))
    }
    let stood = RunTable([record("a", 3_972), record("b", 3_972)]).text
    #expect(!stood.contains("> ") && stood.contains("note: Most frames lay beyond the end of the grid"), "\(stood)")
    #expect(RunTable([record("a", 1_995), record("b", 1_995)]).text.contains("> b"))
  }
}
