import CacheLab
import PhotosModel
import Strategies
import Testing

@Suite struct CachingTests {
  private static let bytes: Int64 = 384 * 288 * 4
  private static let other = PixelSize(width: 200, height: 200)

  @Test func anotherKeyMissesUnlessTheSettingsFollowTheHeader() {
    let size = PixelSize(width: 280, height: 280)
    let highQuality = ManagerFixture.options { $0.deliveryMode = .highQualityFormat }
    for match in [ManagerSettings.CacheMatch.wholeKey, .optionsOnly] {
      var settings = ManagerSettings()
      settings.cacheMatch = match
      let fixture = ManagerFixture(settings: settings)
      fixture.prepare([0])
      fixture.request(0, size)
      let isServed = fixture.log.lines == ["1 384x288"]
      #expect(isServed == (match == .optionsOnly), "\(match)")
      fixture.request(0, ManagerFixture.target, highQuality)
      #expect(fixture.log.entries.count { $0.info.requestID == 2 } == 0, "other options always miss")
    }
  }

  @Test func theFirstKeyHasPrecedenceAndTheSecondIsQueuedWhenItStops() {
    let fixture = ManagerFixture()
    fixture.start([0])
    fixture.prepare([0], CachingTests.other)
    #expect(fixture.manager.engine.heldBytes.rawValue == CachingTests.bytes, "the second is inert")
    fixture.request(0, CachingTests.other)
    #expect(fixture.log.lines == ["1 160x120 degraded"], "and its requests miss")
    fixture.scheduler.runAll()
    fixture.log.releaseImages()
    fixture.stop([0])
    #expect(fixture.manager.engine.heldBytes == .zero)
    #expect(fixture.scheduler.workCount == 1, "now it is queued")
    fixture.scheduler.runAll()
    fixture.request(0, CachingTests.other)
    #expect(fixture.log.lines.last == "2 384x288")
  }

  @Test func stoppingCancelsWhatWaitsAndLetsWhatRunsEnd() {
    let fixture = ManagerFixture()
    fixture.start([0, 1, 2, 3])
    #expect(fixture.scheduler.workCount == 2, "two workers")
    fixture.stop([0, 1, 2, 3])
    #expect(fixture.scheduler.workCount == 2)
    fixture.scheduler.runAll()
    #expect(fixture.manager.engine.heldBytes == .zero && fixture.source.ledger.liveBytes == 0)
    #expect(fixture.source.ledger.peakBytes == CachingTests.bytes, "two decodes, one after the other")
  }

  @Test func demandGoesBeforePreheatAndAPreheatJobIsPromoted() {
    var settings = ManagerSettings()
    settings.workers = 1
    let fixture = ManagerFixture(settings: settings)
    fixture.start([0, 1, 2, 3])
    fixture.request(3)
    fixture.scheduler.runWork()
    fixture.scheduler.runWork()
    while fixture.scheduler.runHandler() {}
    #expect(fixture.log.lines == ["1 160x120 degraded", "1 384x288"], "3 comes second: 0 ran already")
  }

  @Test func onlySourcesAreCached() {
    let exact = ManagerFixture.options { $0.resizeMode = .exact }
    let fixture = ManagerFixture()
    fixture.prepare([0], ManagerFixture.target, exact)
    #expect(fixture.manager.engine.heldBytes.rawValue == CachingTests.bytes, "as decoded, not as cut")
    fixture.request(0, ManagerFixture.target, exact)
    #expect(fixture.log.lines == ["1 288x288"])
  }

  @Test func withoutHighQualityOnlyThumbnailsArePrepared() {
    let fixture = ManagerFixture()
    fixture.manager.allowsCachingHighQualityImages = false
    fixture.prepare([0])
    #expect(fixture.manager.engine.heldBytes.rawValue == 160 * 120 * 4)
    fixture.request()
    #expect(fixture.log.lines == ["1 160x120 degraded"])
    fixture.scheduler.runAll()
    #expect(fixture.log.lines.last == "1 384x288")
    #expect(fixture.manager.engine.heldBytes.rawValue == CachingTests.bytes, "the better one takes its place")
  }
}
