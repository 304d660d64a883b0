import LabBase
import Testing

@testable import LabPictures
@testable import LabRecords

@Suite struct MatrixConclusionTests {
  private func sentences(_ records: [RunRecord]) -> [String] { MatrixConclusion(ReportMatrix(records)).sentences }

  @Test func theFirstSentenceIsTheAnswer() {
    let found = sentences([
      SampleRecord.record(strategy: "lru", trace: "x", blank: 1, peak: 30_000_000, drivesPhotos: false),
      SampleRecord.record(strategy: "none", trace: "x", blank: 9, peak: 10_000_000),
      SampleRecord.record(strategy: "lru", trace: "y", blank: 3, peak: 20_000_000, drivesPhotos: false),
      SampleRecord.record(strategy: "none", trace: "y", blank: 2, peak: 10_000_000, worst: 250),
    ])
    #expect(
      found[0]
        == "Over 2 traces, lru leaves least blank after the first frame: 2.0% of the visible area on average, against "
        + "5.5% for none; no other leaves less on 1 of them.")
    #expect(found[1] == "lru holds at most 30.0 MB of bitmaps; none holds least, 10.0 MB.")
    #expect(found[2].contains("of those that PHCachingImageManager can run, none leaves least blank (5.5%)"))
    #expect(found.count == 3, "the overload is told of the trace's first run: \(found)")
  }

  @Test func equalsAreNotCalledBest() {
    let found = sentences(
      ["a", "b"].flatMap { name in ["x", "y"].map { SampleRecord.record(strategy: name, trace: $0) } })
    #expect(found[0].contains("all strategies leave equally much blank"))
    #expect(found[1].hasSuffix("and none holds less."))
  }

  @Test func oneTraceIsToldAsInTheTerminal() {
    let records = [SampleRecord.record(strategy: "a"), SampleRecord.record(strategy: "b", blank: 5)]
    #expect(sentences(records) == [Conclusion(records).sentence])
  }

  @Test func oneStrategyIsDescribed() {
    let found = sentences(
      ["x", "y"].map { SampleRecord.record(strategy: "a", trace: $0, worst: $0 == "y" ? 250 : 10) })
    #expect(found[0].hasPrefix("Over 2 traces, after the first frame, a has 75.0% of images ready"))
    #expect(found[1].hasPrefix("On y the worst second asks for more than the workers can decode (2.5 times)"))
  }

  @Test func aTraceThatStoodStillIsNoGroundForAConclusion() throws {
    func record(_ strategy: String, _ trace: String, _ moved: Int128) throws -> RunRecord {
      try SampleRecord.changed(
        SampleRecord.record(strategy: strategy, trace: trace), [:],
        members: [
          "moved-frames": .object([
            "moved": .integer(moved), "frames": .integer(3_990), "lacks-photos": .bool(true),
          ])
        ])
    }
    let stood = try ["a", "b"].flatMap { [try record($0, "x", 3_972), try record($0, "y", 1_995)] }
    #expect(
      sentences(stood) == [
        "On x most frames lay beyond the end of the grid and were moved to it (3,972 of 3,990): the scroll stood still "
          + "there, and nothing is concluded. The library has 4,000 photos: --assets N asks for more, which a folder repeats."
      ])
    let half = stood.filter { $0.trace == "y" }
    #expect(Conclusion(half).sentence.hasPrefix("After the first frame"))
    #expect(Conclusion(stood.filter { $0.trace == "x" }).sentence.hasPrefix("Most frames lay beyond"))
  }

  @Test func noCommonTraceIsNoComparison() {
    let found = sentences([
      SampleRecord.record(strategy: "a", trace: "x"), SampleRecord.record(strategy: "b", trace: "y"),
    ])
    #expect(found == ["These runs share no trace, so no strategy is called better than another."])
  }
}
