import CacheLab
import Testing

@testable import LabRecords

@Suite struct RunTableTests {
  @Test func theTableLooksLikeThis() {
    let table = RunTable([
      SampleRecord.record(blank: 80, peak: 8_400_000, isMeasured: false),
      SampleRecord.record(strategy: "preheat2x+lru:budget=30MB,match=at-least", hits: 4, canDrivePhotos: false),
    ])
    let golden = """
      fastscroll: 34.6 s, 4 requests, load 0.13 (worst second 0.34)
      4,000 photos (default) in 4 columns of 288x288 px on 390x844 pt @3x, decode-12ms, cells cancel

                   waits                         first
                 noticed     hit                screen  bitmaps      RSS        decode ms  decodes
      strategy  of 1,000    rate  sharp  blank      ms  peak MB  peak MB  p50/p90/p99/max   a cell
      --------  --------  ------  -----  -----  ------  -------  -------  ---------------  -------
        none        80.0   75.0%  20.0%  80.0%     247      8.4        -                -     2.00
      > preheat2x+lru:budget=30MB,match=at-least
                     1.0  100.0%  99.0%   1.0%     247     12.3     31.9  3.0/4.0/4.0/4.0     2.00

      > the strategy to ship of these, if none may hold more than preheat2x: the fewest noticed waits; of
      those within one of 1,000 the fewest decodes, then the least memory; waits noticed: cells after the
      first screen that did not show their image within 100 ms; hit: the image was ready when its cell
      appeared; sharp, blank: shares of the visible cell area over time that show their image, and
      nothing; first screen: until each cell of the first frame is sharp; decodes a cell: of images, for
      each cell that asked for one.

      """
    #expect(table.text == golden)
  }

  @Test func noTableIsWiderThan100Columns() {
    let large = SampleRecord.record(
      strategy: "fixed-window:screens=100+lru:budget=1000GB,match=at-least",
      trace: String(repeating: "long", count: 40), hits: 4, blank: 100, peak: 12_345_678_901, late: 123_456,
      decode: [101_000_000, 102_000_000, 103_000_000, 12_345_000_000], notes: [String(repeating: "a note ", count: 40)],
      scale: 2625)
    let text = RunTable([large, SampleRecord.record(strategy: "fixed-window", decode: [99_949_999])]).text
    #expect(text.contains("102/") && text.contains("@2.625x"), "\(text)")
    for line in text.split(separator: "\n") where !line.hasPrefix("longlong") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func runsOverOtherTracesStandInTablesOfTheirOwn() {
    let text = RunTable([
      SampleRecord.record(trace: "a"), SampleRecord.record(trace: "b"),
      SampleRecord.record(strategy: "lru", trace: "a"),
    ]).text
    let headings = text.split(separator: "\n").filter { $0.contains(" requests, load ") }.map { $0.prefix(2) }
    #expect(headings == ["a:", "b:"])
    #expect(text.split(separator: "waits noticed: cells").count == 2, "the legend stands once")
  }

  @Test func aPeakAboveABudgetIsExplained() {
    func notes(_ records: RunRecord...) -> [String] {
      RunTable(records).text.replacing("\n", with: " ").split(separator: "note: ").dropFirst().map(String.init)
    }
    let small = SampleRecord.record(strategy: "lru:budget=12MB", peak: 12_300_000)
    let large = SampleRecord.record(strategy: "lru:budget=13MB", peak: 12_300_000)
    #expect(
      notes(small)[0].hasPrefix("above the budget, for what cells show takes more")
        && notes(small)[0].contains("same: lru:budget=12MB"))
    #expect(notes(large).isEmpty)
    let other = SampleRecord.record(strategy: "sieve:budget=1MB", peak: 2_000_000)
    #expect(notes(small, large, other)[0].contains("same: lru:budget=12MB, sieve:budget=1MB"))
    let screens = "arc:budget=1/2screens"
    #expect(notes(SampleRecord.record(strategy: screens, peak: 1, overdrafts: 1))[0].contains("same: \(screens)"))
    #expect(notes(SampleRecord.record(strategy: screens, peak: 1)).isEmpty)
  }

  @Test func aNoteIsSaidOnceAGroup() {
    let text = RunTable([SampleRecord.record(notes: ["n"]), SampleRecord.record(strategy: "lru", notes: ["n"])]).text
    #expect(text.split(separator: "\n").filter { $0 == "note: n" }.count == 1)
  }

  @Test func markdownHasTheSameRows() {
    let lines = RunTable([SampleRecord.record(), SampleRecord.record(strategy: "a|b")]).markdown.split(separator: "\n")
    let rows = lines.filter { $0.hasPrefix("|") }
    #expect(rows.count == 4)
    #expect(
      rows[0].hasPrefix(
        "| strategy | waits noticed of 1,000 | hit rate | sharp | blank | first screen ms | bitmaps peak MB |"))
    #expect(rows[3].hasPrefix("| a\\|b | 1.0 | 75.0% |"))
  }

  @Test func whatThumbnailsDoHasColumnsWhereARunHasThem() {
    let plain = RunTable([SampleRecord.record(), SampleRecord.record(strategy: "lru")]).text
    #expect(!plain.contains("thumbs") && !plain.contains("37"))
    let text = RunTable([SampleRecord.record(), SampleRecord.record(strategy: "none+opportunistic", thumbnails: 37)])
      .text
    #expect(text.contains("thumbs") && text.contains("37.0%") && text.contains("16.0/247"), "\(text)")
  }

  typealias Row = (waits: Double?, work: Double, peak: Double, isOracle: Bool)

  @Test(
    arguments: [
      ([(9, 1, 1, false), (2, 2, 9, false), (4, 1, 1, false)], 1),
      // Of those within one of 1,000 fewer decodes, then less memory.
      ([(2, 0.9, 1, false), (2.9, 0.7, 9, false)], 1), ([(2, 0.9, 1, false), (3.1, 0.7, 9, false)], 0),
      ([(2, 0.7, 9, false), (2, 0.7, 8, false)], 1),
      // An oracle cannot be shipped, and is no rival.
      ([(0, 0.1, 1, true), (6, 1, 1, false), (4, 1, 1, false)], 2), ([(0, 0.1, 1, true), (5, 1, 1, false)], nil),
      // Equals are not marked, nor where nothing is known of waits.
      ([(2, 0.7, 9, false), (2, 0.7, 9, false)], nil), ([(nil, 1, 1, false), (nil, 2, 2, false)], nil),
    ] as [([Row], Int?)])
  func fewerNoticedWaitsWin(_ rows: [Row], _ best: Int?) {
    let found = BestRow.index(of: rows, name: { _ in "mine" }, isOracle: \.isOracle) { row, column in
      column == .noticed ? row.waits.map { $0 / 1000 } : column == .work ? row.work : row.peak
    }
    #expect(found == best)
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
