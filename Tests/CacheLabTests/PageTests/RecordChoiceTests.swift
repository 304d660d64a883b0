import Testing

@testable import LabRecords

@Suite struct RecordChoiceTests {
  @Test func theLatestOfAConfigurationIsTaken() {
    let names = [
      "20260101T000000Z-none-zoom-0123abcd.json", "20260102T000000Z-none-zoom-0123abcd.json",
      "20260101T000000Z-none-zoom-ffff0000.json", "20260103T000000Z-none-zoom-0123abcd.tsv", "notes.json",
    ]
    #expect(
      RecordChoice.latestNames(names) == [
        "20260101T000000Z-none-zoom-ffff0000.json", "20260102T000000Z-none-zoom-0123abcd.json",
      ])
  }

  @Test func countingAloneDoesNotDisplaceWhatWasMeasured() {
    let measured = SampleRecord.record(strategy: "a", hits: 3)
    let counted = SampleRecord.record(strategy: "a", hits: 3, isMeasured: false)
    #expect(RecordChoice.latest([measured, counted]).map(\.text) == [measured.text])
    #expect(RecordChoice.latest([counted, measured]).map(\.text) == [measured.text])
    let newer = SampleRecord.record(strategy: "a", peak: 5)
    #expect(RecordChoice.latest([measured, newer, SampleRecord.record(strategy: "b")]).map(\.text).first == newer.text)
  }
}
