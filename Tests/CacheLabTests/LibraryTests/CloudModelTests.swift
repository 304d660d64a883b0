import CacheLab
import Strategies
import Testing

@Suite struct CloudModelTests {
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

  @Test(arguments: ["0", "30", "100:latency=80ms", "5:latency=0.5ms,bandwidth=10MB,downloads=2,seed=7"])
  func itsTextGivesItAgain(_ text: String) throws {
    #expect(try CloudModel(text).text == text)
  }

  @Test(arguments: [
    ("", "''"), ("many", "'many'"), ("-1", "'-1'"), ("101", "'101'"), ("30:", "''"), ("30:latency", "latency"),
    ("30:latency=5", "such as 150ms"), ("30:latency=61s", "to 60s"), ("30:seed=1,seed=2", "twice"),
    ("30:bandwith=1MB", "'bandwidth'"), ("30:downloads=65", "1 to 64"), ("30:bandwidth=0B", "1B"),
  ])
  func errorsNameWhatIsWrong(_ text: String, _ says: String) {
    let error = #expect(throws: CloudTextError.self) { try CloudModel(text) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "")")
  }
}
