import CacheLab
import Testing

@testable import LabJudge
@testable import LabRecords

@Suite struct RecordComparisonTests {
  private typealias Side = RecordComparison.Side

  private func verdict(_ comparison: RecordComparison, _ name: String, row: Int = 0) -> FigureChange.Verdict? {
    comparison.sheets.first { $0.column.id == name }?.change(row: row, column: 1)?.verdict
  }

  @Test func twoRecordsAreHeldAgainstEachOther() throws {
    let old = SampleRecord.record(hits: 1, blank: 10, peak: 20_000_000, late: 5)
    let new = SampleRecord.record(hits: 2, blank: 20, peak: 15_000_000, late: 5)
    let comparison = try RecordComparison([("a.tsv", [old]), ("b.tsv", [new])])
    #expect(comparison.columns == ["a.tsv", "b.tsv"] && comparison.rows == [""])
    #expect(verdict(comparison, "warm-hit-rate") == .better && verdict(comparison, "warm-blank-ratio") == .worse)
    #expect(verdict(comparison, "peak-bitmap-bytes") == .better && verdict(comparison, "mean-bitmap-bytes") == .same)
    #expect(verdict(comparison, "decode-wall-p50") == nil, "of what was measured once nothing is told unasked")
    #expect(verdict(comparison, "hits") == .better, "what changed beside the headlines is shown too")
    #expect(verdict(comparison, "late") == nil, "and what did not is not")
    let text = comparison.text
    #expect(text.contains("+25.00 pt better") && text.contains("-25.0% better") && text.contains("~\n"))
    #expect(text.hasPrefix("2 records, by file\ncommon: strategy none; trace fastscroll") && !text.contains("differs:"))
  }

  @Test func memoryIsComparedWithMemoryCountedInTheSameWayAlone() throws {
    let old = SampleRecord.record()
    let new = SampleRecord.changed(old, environment: .object(["memory-accounting": .string("physical-footprint")]))
    let comparison = try RecordComparison([("a.tsv", [old]), ("b.tsv", [new])], metrics: ["peak-rss", "decodes"])
    let memory = try #require(comparison.sheets.first { $0.column.id == "peak-rss" })
    #expect(memory.figures[0][0] != nil && memory.figures[0][1] == nil)
    #expect(verdict(comparison, "decodes") == .same)
    #expect(comparison.text.contains("differs: memory: resident (a.tsv), physical-footprint (b.tsv)"))
    let same = try RecordComparison([("b.tsv", [new]), ("c.tsv", [new])], metrics: ["peak-rss"])
    #expect(same.sheets.first?.figures[0][1] != nil)
  }

  @Test func whatDiffersBetweenTheSidesIsNamed() throws {
    let comparison = try RecordComparison([
      ("a.tsv", [SampleRecord.record(strategy: "none")]),
      ("b.tsv", [SampleRecord.record(strategy: "preheat2x", trace: "hunt")]),
    ])
    #expect(comparison.rows == [""] && comparison.text.contains("differs: strategy: none (a.tsv), preheat2x (b.tsv)"))
    #expect(comparison.text.contains("differs: trace: fastscroll (a.tsv), hunt (b.tsv)"))
  }

  @Test func equalRecordsChangeNowhere() throws {
    let comparison = try RecordComparison(
      [("a", [SampleRecord.record()]), ("b", [SampleRecord.record()])], metrics: ["all"])
    let verdicts = comparison.sheets.map { $0.change(row: 0, column: 1)?.verdict }
    #expect(verdicts.allSatisfy { $0 == .same || $0 == .tooFew } && verdicts.contains(.same), "\(verdicts)")
  }

  @Test func foldersAreMatchedRowByRow() throws {
    let sides = [("old/", 1), ("new/", 2)].map { side, factor -> Side in
      var records: [RunRecord] = []
      for strategy in ["none", "lru"] {
        for trace in ["hunt", "zoom"] where side == "old/" || strategy == "none" || trace == "hunt" {
          let peak = Int64((trace == "hunt" ? 10 : 20) * factor) * 1_000_000
          records.append(SampleRecord.record(strategy: strategy, trace: trace, peak: peak))
        }
      }
      return (side, records)
    }
    let comparison = try RecordComparison(sides, metrics: ["peak-bitmap-bytes"])
    #expect(comparison.rowNames == ["strategy", "trace"])
    #expect(comparison.rows == ["none, hunt", "none, zoom", "lru, hunt", "lru, zoom"])
    #expect(comparison.sheets[0].change(row: 3, column: 1) == nil, "it has no counterpart")
    let text = comparison.text
    #expect(text.components(of: "+100.0% worse") == 3, "\(text)")
    let newest = [SampleRecord.record(strategy: "none", trace: "hunt", peak: 40_000_000)]
    let three = try RecordComparison(sides + [("newest/", newest)], metrics: ["peak-bitmap-bytes"])
    #expect(three.text.contains(/none, hunt +newest +40\.0 MB +\+300\.0% worse\n/), "\(three.text)")
  }

  @Test func aChangeFromNothingHasItsUnit() {
    #expect(Metric.Unit.nanoseconds.difference(from: 0, to: 28_500_000) == "+28.50 ms")
    #expect(Metric.Unit.bytes.difference(from: 0, to: 28_500_000) == "+28.50 MB")
  }

  @Test func measuredFiguresNeedSixOnEachSide() throws {
    func side(_ name: String, _ count: Int, _ base: Int64) -> Side {
      let decodes = (0..<count).map { base + Int64($0) * 1000 }
      return (name, decodes.map { SampleRecord.record(decode: [$0, $0, $0]) })
    }
    func compare(_ old: Side, _ new: Side) throws -> RecordComparison {
      try RecordComparison([old, new], metrics: ["decode-wall-p50"])
    }
    let few = try compare(side("a", 5, 2_000_000), side("b", 6, 3_000_000))
    #expect(verdict(few, "decode-wall-p50") == .tooFew)
    #expect(few.text.contains("? (n=5+6)") && few.text.contains("needs 6 records on each side"))
    let apart = try compare(side("a", 6, 2_000_000), side("b", 6, 3_000_000))
    #expect(verdict(apart, "decode-wall-p50") == .worse)
    #expect(apart.text.contains("worse (p=0.002)") && apart.text.contains("±"), "\(apart.text)")
    let alike = try compare(side("a", 6, 2_000_000), side("b", 6, 2_000_500))
    #expect(verdict(alike, "decode-wall-p50") == .noise)
    #expect(alike.text.contains("~ (p="))
  }

  @Test func manyStrategiesBecomeRowsThatFit100Columns() throws {
    let names = (0..<21).map { "strategy-\($0)" }
    let records = names.enumerated().flatMap { index, name in
      ["hunt", "zoom", "browse"].map { trace in
        SampleRecord.record(strategy: name, trace: trace, blank: Int128(index))
      }
    }
    for records in [records, records.filter { $0.trace == "hunt" }] {
      let comparison = try RecordComparison(strategiesOf: records)
      #expect(comparison.columnName == "strategy" && comparison.columns == names)
      let text = comparison.text
      for line in text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
      #expect(text.contains("+20.00 pt worse") && text.contains("strategy-20 "), "\(text)")
      // A line a strategy and trace, and nothing lost: csv has as many figures.
      #expect(text.components(of: "strategy-7 ") == text.components(of: "strategy-8 "))
    }
  }

  @Test func filesOfTwoStrategiesAreCalledByThem() throws {
    let comparison = try RecordComparison([
      ("results/20260131T120000Z-none-hunt-0123abcd.tsv", [SampleRecord.record(strategy: "none")]),
      ("results/20260131T120000Z-lru-hunt-4567cdef.tsv", [SampleRecord.record(strategy: "lru", hits: 4)]),
    ])
    #expect(comparison.text.contains("\nfigure "), "\(comparison.text)")
    let head = comparison.text.split(separator: "\n").first { $0.hasPrefix("figure ") } ?? ""
    #expect(head.split(separator: " ") == ["figure", "none", "lru", "change"], "\(head)")
    #expect(comparison.text.contains("none (20260131T120000Z-none-hunt-0123abcd.tsv)"), "which file is which is said")
  }

  @Test func nothingAndUnknownMetricsAreRefused() {
    #expect(throws: RecordMismatch.self) { try RecordComparison([]) }
    let unknown = #expect(throws: RecordMismatch.self) {
      try RecordComparison(strategiesOf: [SampleRecord.record()], metrics: ["hit-rat"])
    }
    #expect(unknown?.description.contains("'hit-rat'; did you mean 'hit-rate'?") == true)
  }

  @Test func countedFiguresThatDifferWithinACellAreNoChange() throws {
    let comparison = try RecordComparison([
      ("a", [SampleRecord.record(hits: 1), SampleRecord.record(hits: 2)]), ("b", [SampleRecord.record(hits: 2)]),
    ])
    #expect(verdict(comparison, "warm-hit-rate") == .mixed && comparison.text.contains("mixed: counted figures differ"))
  }

  @Test func dataSayTheSameAsTheTable() throws {
    let comparison = try RecordComparison(
      [("a,1", [SampleRecord.record(hits: 1)]), ("b", [SampleRecord.record(hits: 2)])],
      metrics: ["hit-rate"])
    #expect(
      comparison.csv
        == "figure,unit,better,kind,row,column,n,value,low,high,base,verdict,p\n"
        + "hit-rate,ratio,higher,deterministic,,\"a,1\",1,0.25,,,,,\n"
        + "hit-rate,ratio,higher,deterministic,,b,1,0.5,,,0.25,better,\n")
    let cell = comparison.json["figures"]?.array?.first?["rows"]?.array?.first?["cells"]?.array?.last
    #expect(cell?["value"]?.number == 0.5 && cell?["verdict"]?.string == "better")
    #expect(comparison.markdown.contains("| hit-rate | 25.0% | 50.0% | +25.00 pt better |"))
  }

  /// All ways to deal the values to two sides, counted one by one.
  private func bruteForce(_ first: [Double], _ second: [Double]) -> Double {
    let all = first + second
    func sum(_ side: [Double]) -> Double {
      side.reduce(0) { total, value in
        let below = all.count { $0 < value }
        let same = all.count { $0 == value }
        return total + Double(below) + Double(same + 1) / 2
      }
    }
    let seen = sum(first)
    var (count, below, above) = (0.0, 0.0, 0.0)
    for bits in 0..<(1 << all.count) where bits.nonzeroBitCount == first.count {
      let side = all.indices.filter { bits & (1 << $0) != 0 }.map { all[$0] }
      count += 1
      if sum(side) <= seen { below += 1 }
      if sum(side) >= seen { above += 1 }
    }
    return min(1, 2 * min(below, above) / count)
  }

  @Test(arguments: [
    ([1.0, 2, 3], [4.0, 5, 6]), ([1, 5, 3], [4, 2, 6, 7]), ([1, 1, 2, 2], [2, 3, 3]), ([2, 2], [2, 2, 2]), ([5], [1]),
    ([1, 2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12]),
  ]) func itCountsEveryWayToDealTheRanks(first: [Double], second: [Double]) {
    let test = RankSumTest.twoSided(first, second)
    #expect((test - bruteForce(first, second)).magnitude < 1e-12, "\(test)")
    #expect((RankSumTest.twoSided(second, first) - test).magnitude < 1e-12)
  }

  @Test func theApproximationIsNearTheExactOne() {
    // Beyond 60 values, held against the exact one just below.
    let (first, second) = ((0..<30).map { Double($0) }, (0..<30).map { Double($0) + 4.5 })
    let exact = RankSumTest.twoSided(first, second)
    let longer = RankSumTest.twoSided(first + [100], second + [101])
    #expect((exact - longer).magnitude < 0.05 && exact > 0.001)
    #expect(RankSumTest.twoSided(Array(repeating: 1, count: 40), Array(repeating: 1, count: 40)) == 1)
  }

  @Test func theApproximationIsThatOfTheTextbookWhereNoValuesAreEqual() {
    // Mann and Whitney: a rank sum of k of n values has the mean k (n + 1) / 2 and the variance k (n - k) (n + 1) / 12.
    let (first, second) = ((0..<40).map { Double(2 * $0) }, (0..<40).map { Double(2 * $0 + 11) })
    let all = (first + second).sorted()
    let sum = first.reduce(0.0) { total, value in total + Double(all.firstIndex(of: value)! + 1) }
    let distance = ((sum - 40 * 81 / 2.0).magnitude - 0.5) / (40 * 40 * 81 / 12.0).squareRoot()
    let wanted = Double.erfc(distance / 2.0.squareRoot())
    #expect((RankSumTest.twoSided(first, second) - wanted).magnitude < 1e-12 && wanted < 0.5)
  }

  @Test func aMediansIntervalNeedsSixValues() {
    #expect(MedianInterval([1, 2, 3, 4, 5]).bounds == nil)
    // 1 - 2/64: the smallest and the largest of six.
    #expect(MedianInterval([3, 1, 2, 6, 5, 4]).bounds == 1...6 && MedianInterval([3, 1, 2, 6, 5, 4]).median == 3.5)
    // Of nine the second on either side: 1 - 2 x 10/512 is 96 %.
    #expect(MedianInterval((1...9).map { Double($0) }).bounds == 2...8)
  }
}

extension String {
  fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}
