import CacheLab
import LabBase
import Testing

@testable import LabRecords

@Suite struct ConclusionTests {
  private func sentence(_ records: RunRecord...) -> String { Conclusion(records).sentence }

  private func lru(repeats: Int64) -> RunRecord {
    SampleRecord.record(strategy: "lru", repeats: repeats, drivesPhotos: false)
  }

  @Test func aOneWayScrollGivesKeepingNothingToReuse() {
    #expect(
      sentence(lru(repeats: 0)).contains(
        "The scroll is one-way (0.0% of requests are for images asked for before), so keeping images has nothing to reuse."
      ))
  }

  @Test func aScrollBackGivesKeepingALimit() {
    #expect(
      sentence(lru(repeats: 3)).contains(
        "75.0% of requests are for images asked for before: that is the most that keeping them can serve."))
  }

  @Test func reuseIsNoMatterForStrategiesThatKeepNothing() {
    #expect(!sentence(SampleRecord.record()).contains("asked for before"))
  }

  @Test func oneRunIsDescribed() {
    #expect(
      sentence(SampleRecord.record(strategy: "preheat2x"))
        == "preheat2x has 75.0% of images ready when their cell appears, leaves 1.0% of the visible area blank over time, "
        + "and holds at most 12.3 MB of bitmaps.")
  }

  @Test func theBestAreNamed() {
    let (a, b) = (
      SampleRecord.record(strategy: "a", peak: 1_000_000), SampleRecord.record(strategy: "b", hits: 4, blank: 0)
    )
    #expect(
      sentence(a, b)
        == "After the first frame, b finds most images ready (100.0%) and leaves least blank (0.0%); a holds least "
        + "(1.0 MB). Decode times hardly differ: decoder and photos are the same; time to image adds the wait in the queue."
    )
    let (c, d) = (SampleRecord.record(strategy: "c", hits: 4, blank: 9), SampleRecord.record(strategy: "d", blank: 2))
    #expect(
      sentence(c, d).contains("c finds most images ready (100.0%), d leaves least blank (2.0%); all hold equally much"))
  }

  @Test func equalsAreNotCalledBest() {
    let text = sentence(SampleRecord.record(strategy: "a"), SampleRecord.record(strategy: "b"))
    #expect(
      text.hasPrefix(
        "After the first frame, all find equally many images ready (75.0%) and leave equally much blank (1.0%); "
          + "all hold equally much (12.3 MB)."))
  }

  @Test func whatCannotRunOnPhotosIsNamed() {
    #expect(sentence(lru(repeats: 0)).hasSuffix(" lru needs GridDriver in an app."))
    #expect(
      sentence(SampleRecord.record(), lru(repeats: 0)).contains("lru needs GridDriver in an app; PHCachingImageManager")
    )
    #expect(!sentence(SampleRecord.record()).contains("GridDriver"))
  }

  private static let many = (0..<12).map { index in
    SampleRecord.record(strategy: "strategy-\(index)", drivesPhotos: index < 3)
  }

  @Test func namesInASentenceAreAList() {
    let own = Conclusion(ConclusionTests.many.suffix(4)).sentence
    #expect(own.contains("strategy-8, strategy-9, strategy-10 and strategy-11 need GridDriver in an app."), "\(own)")
    let many = Conclusion(ConclusionTests.many).sentence
    #expect(
      many.contains("strategy-3, strategy-4, strategy-5 and 6 others need GridDriver in an app; PHCaching"), "\(many)"
    )
  }

  @Test func overloadIsSaid() {
    #expect(sentence(SampleRecord.record(load: 120, worst: 300)).contains("no strategy shows everything"))
    #expect(sentence(SampleRecord.record(worst: 250)).contains("its worst second the scroll asks for 2.5 times"))
    #expect(!sentence(SampleRecord.record()).contains("worst second"))
  }

  @Test(arguments: [
    (Int128(1), "the device's 1 worker can decode"), (4, "the device's 4 workers can decode"),
    (nil, "the device's workers can decode"),
  ])
  func overloadSaysTheWorkersOfTheRecordsDevice(_ workers: Int128?, _ words: String) {
    let record = SampleRecord.record(load: 120, workers: workers)
    #expect(sentence(record).contains("The scroll asks for more than \(words): no strategy"), "\(sentence(record))")
  }
}
