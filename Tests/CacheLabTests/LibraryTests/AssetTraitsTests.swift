import CacheLab
import LabSystem
import Strategies
import StrategyKit
import Testing

@testable import LabLibrary
@testable import LabRecords

@Suite struct AssetTraitsTests {
  private let traits = (0..<4_000).map { AssetTraits(seed: 1, index: $0) }

  @Test func datesAscend() {
    for (earlier, later) in zip(traits, traits.dropFirst()) { #expect(earlier.creationMs < later.creationMs) }
  }

  @Test func daysAreThoseOfTheDates() {
    #expect(traits.allSatisfy { Int64($0.day) == $0.creationMs.flooringDivide(86_400_000) })
  }

  /// Six photos a day with photos or without, as the survey says; events of 23 among ordinary days.
  @Test func daysAreAsLargeAsSurveysSay() {
    let days = (0..<40).map { seed in (0..<3_840).map { AssetTraits(seed: seed, index: $0).day } }
    #expect(days.joined().max()! - days.joined().min()! + 1 == 640)
    let sizes = days.flatMap { Dictionary(grouping: $0, by: { $0 }).values.map(\.count) }.sorted()
    #expect((3...4).contains(sizes[sizes.count / 2]))
    #expect((15...40).contains(sizes[sizes.count * 95 / 100]))
  }

  @Test func sharesAreRealistic() {
    #expect((100...220).contains(traits.count { $0.isFavorite }))
    #expect((8...35).contains(traits.count { $0.isHidden }))
    #expect((160...300).contains(traits.count { $0.kind == .video }))
    #expect((1_100...1_600).contains(traits.count { $0.kind == .livePhoto }))
    #expect((100...400).contains(traits.count { $0.burst != nil }))
  }

  @Test func burstsAreRunsOfPhotosTenASecond() {
    for (earlier, later) in zip(traits, traits.dropFirst())
    where earlier.burst != nil && later.burst == earlier.burst {
      #expect(later.creationMs - earlier.creationMs == 100 && later.kind == .photo)
    }
    let lengths = Dictionary(grouping: traits.compactMap { $0.burst }, by: { $0 }).values.map { $0.count }
    #expect(lengths.allSatisfy { (4...11).contains($0) })
  }

  @Test func datesAreWrittenAsExifHasThem() {
    let cases: [(Int64, String)] = [
      (0, "1970:01:01 00:00:00"), (951_782_400, "2000:02:29 00:00:00"), (1_590_969_599, "2020:05:31 23:59:59"),
      (-1, "1969:12:31 23:59:59"),
    ]
    for (seconds, expected) in cases {
      #expect(UTCTime(seconds: seconds).exifText == expected)
    }
  }

  @Test func theSeedDealsTheShare() {
    for percent in [0, 30, 100] {
      let cloud = CloudModel(sharePercent: percent)
      let count = (0..<10_000).count { cloud.isInCloud(UInt64($0)) }
      #expect(abs(count - percent * 100) < 150, "\(percent)")
    }
    var other = CloudModel(sharePercent: 30)
    other.seed = 2
    #expect((0..<100).contains { other.isInCloud(UInt64($0)) != CloudModel(sharePercent: 30).isInCloud(UInt64($0)) })
  }

  @Test func aDownloadTakesLatencyAndItsBytes() {
    // 200,000 bytes at 2.5 MB a second.
    #expect(CloudModel().downloadTime(bytes: 200_000) == .milliseconds(230))
    #expect(CloudModel().downloadTime(bytes: 0) == .milliseconds(150))
  }

  @Test func theStepsOfADownloadAreItsBytesTogetherAndNearlyEqual() {
    var cloud = CloudModel()
    cloud.progressSteps = 7
    let steps = (0..<7).map { cloud.stepTime(bytes: 200_001, step: $0).rawValue }
    #expect(steps.reduce(0, +) == (cloud.downloadTime(bytes: 200_001) - cloud.latency).rawValue)
    #expect(steps.max()! - steps.min()! <= 1)
  }

  @Test(arguments: [
    "0", "30", "100:latency=80ms", "5:latency=0.5ms,bandwidth=10MB,downloads=2,seed=7",
    "30:latency=33333.333ms,bandwidth=999999.999999MB,downloads=64,seed=18446744073709551615",
  ])
  func itsTextGivesItAgain(_ text: String) throws { #expect(try CloudModel(text).text == text) }

  @Test func aRecordGivesItsLatencyAgain() throws {
    let cloud = try #require(RunSetting.named("cloud"))
    var (settings, read) = (RunSettings(), RunSettings())
    try cloud.set("30:latency=100/3s", in: &settings)
    #expect(cloud.read(RunSetting.members(of: settings)["cloud"], into: &read) && read == settings)
    #expect(!cloud.read(.string("30"), into: &read), "a record has a cloud as an object")
  }

  @Test(arguments: [
    ("", "''"), ("many", "'many'"), ("-1", "'-1'"), ("101", "'101'"), ("30:", "''"), ("30:latency", "latency"),
    ("30:latency=5", "such as 150ms"), ("30:latency=61s", "to 60s"), ("30:seed=1,seed=2", "twice"),
    ("30:bandwith=1MB", "'bandwidth'"), ("30:downloads=65", "1 to 64"), ("30:bandwidth=0B", "1B"),
  ])
  func errorsNameWhatIsWrong(_ text: String, _ says: String) {
    let error = #expect(throws: SettingError.self) { try CloudModel(text) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }
}
