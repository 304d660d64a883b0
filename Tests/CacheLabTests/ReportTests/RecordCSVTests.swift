import Testing

@testable import CacheLab
@testable import LabRecords

@Suite struct RecordCSVTests {
  private func lines(_ records: RunRecord...) -> [[String]] {
    RecordCSV.text(records).split(separator: "\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test func everyMetricHasAColumnAndEveryRowAllOfThem() {
    let lines = lines(SampleRecord.record(thumbnails: 3), SampleRecord.record(strategy: "lru", isMeasured: false))
    #expect(lines.count == 3 && lines.allSatisfy { $0.count == lines[0].count })
    #expect(lines[0].prefix(6) == ["strategy", "trace", "device", "cells", "digest", "requests"])
    let unseen = ["coarse-", "new-screen", "warm-soft", "warm-time-to-first", "noticed-blanks"]
    for metric in Metric.all where !unseen.contains(where: { metric.id.hasPrefix($0) }) {
      #expect(lines[0].contains { $0.hasPrefix(metric.id) }, "\(metric.id)")
    }
    #expect(Set(lines[0]).count == lines[0].count, "no two columns have one name")
  }

  @Test func columnsOfThumbnailsStandWhereARunHasThem() {
    #expect(!lines(SampleRecord.record())[0].contains { $0.contains("soft") || $0.contains("coarse") })
    let both = lines(SampleRecord.record(thumbnails: 25), SampleRecord.record())
    let column = both[0].firstIndex(of: "soft-ratio")
    #expect(column.map { both[1][$0] } == "0.25" && column.map { both[2][$0] } == "")
  }

  @Test func numbersStandAsTheyAreAndAbsentOnesAreEmpty() {
    let lines = lines(SampleRecord.record(), SampleRecord.record(isMeasured: false))
    func cell(_ name: String, _ row: Int) -> String? { lines[0].firstIndex(of: name).map { lines[row][$0] } }
    #expect(cell("hit-rate", 1) == "0.75")
    #expect(cell("peak-bitmap-bytes", 1) == "12345678")
    #expect(cell("time-to-image-p95", 1) == "9440000")
    #expect(cell("decode-wall-max", 1) == "4000000")
    #expect(cell("preheat-ledger-useful", 1) == "3")
    #expect(cell("peak-rss", 1) == "31900000" && cell("peak-rss", 2) == "")
    #expect(cell("decode-wall-max", 2) == "")
  }
}
