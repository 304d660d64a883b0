import CacheLab
import Testing

@testable import LabJudge
@testable import LabRecords

@Suite struct PlotColumnTests {
  @Test func ranksAreWrittenBehindTheMetric() throws {
    let record = SampleRecord.record(hits: 3, peak: 12_345_678)
    #expect(try #require(Column.named("hit-rate")).shown(record) == 75)
    #expect(try #require(Column.named("peak-bitmap-bytes")).shown(record) == 12.345678)
    #expect(try #require(Column.named("time-to-image-p95")).shown(record) == 9.44)
    #expect(try #require(Column.named("time-to-image-p50")).shown(record) == 0)
    #expect(try #require(Column.named("decode-cpu-p50")).shown(record) == nil, "not in this record")
    for id in ["hit", "time-to-image-p42", "", "-p95"] { #expect(Column.named(id) == nil, "\(id)") }
  }

  @Test func numbersOfAColumnHaveOneForm() {
    let columns: [[Double?]] = [[0.456, nil], [0, 12.34], [3, 247], [99.4], [99.6], [nil]]
    #expect(columns.map(Plot.decimals) == [2, 1, 0, 1, 0, 2])
  }

  /// Heat maps colour a trace's cells between its best and its worst.
  @Test func theBestOfATraceIsDarkestAndSmallDifferencesArePassedOver() throws {
    let peaks: [Int64] = [30_000_000, 60_000_000, 30_100_000]
    let records = peaks.enumerated().map { SampleRecord.record(strategy: "s\($0.offset)", peak: $0.element) }
    let rows = Plot.heat(records, metric: Column(.peakBitmapBytes)).data.split(separator: "\n").dropFirst()
    let goodness = rows.compactMap { Double($0.split(separator: "\t")[5]) }
    #expect(goodness == [1, 0, 0.997])
    let alike = Plot.heat([records[0], records[2]], metric: Column(.peakBitmapBytes)).data.split(separator: "\n")
    #expect(alike.last?.contains("\t0.983\t") == true, "\(alike)")
  }

  @Test func whoIsBeatenOnBothIsNotOnTheFront() throws {
    let records = [("a", 20, 10), ("b", 30, 5), ("c", 40, 5), ("d", 50, 1), ("e", 50, 2)].map {
      SampleRecord.record(strategy: $0.0, blank: Int128($0.2), peak: Int64($0.1) * 1_000_000)
    }
    let front = Plot.pareto(records).data.split(separator: "\n\n\n", omittingEmptySubsequences: false)[0]
    #expect(front.split(separator: "\n").dropFirst().map { $0.prefix(1) } == ["a", "b", "d"])
  }
}
