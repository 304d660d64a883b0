import CacheLab
import Foundation
import PhotosModel
import Strategies
import Synchronization
import Testing

@Suite struct CloudTests {
  private static var allowed: ImageRequestOptions { ManagerFixture.options { $0.isNetworkAccessAllowed = true } }

  @Test func withoutTheNetworkADegradedImageIsFollowedByAFailure() {
    let fixture = ManagerFixture(cloud: CloudModel(sharePercent: 100))
    fixture.load()
    #expect(fixture.log.entries.map { $0.info.isInCloud } == [true, true])
    #expect(fixture.log.entries.map { $0.size } == [PixelSize(width: 160, height: 120), nil])
    #expect(fixture.log.entries[1].info.error == .networkAccessRequired)
  }

  @Test func aDownloadTakesLatencyAndBandwidthAndTellsItsProgress() {
    let fixture = ManagerFixture(cloud: CloudModel(sharePercent: 100))
    let progress = Mutex<[Double]>([])
    let options = CloudTests.allowed
    unsafe options.progressHandler = { share, _, _, _ in progress.withLock { $0.append(share) } }
    fixture.request(0, ManagerFixture.target, options)
    // 200,000 bytes at 2,500,000 a second are 80 ms; four steps.
    fixture.scheduler.advance(by: .milliseconds(229))
    while fixture.scheduler.runHandler() {}
    #expect(progress.withLock { $0 } == [0.25, 0.5, 0.75])
    #expect(fixture.scheduler.workCount == 0)
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(fixture.scheduler.workCount == 1)
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 160x120 degraded", "1 384x288"])
    fixture.log.releaseImages()
    fixture.load()
    #expect(fixture.log.lines.last == "2 384x288", "it is on the device now")
  }

  @Test func aProgressHandlerMayStopItsRequest() {
    let fixture = ManagerFixture(cloud: CloudModel(sharePercent: 100))
    let options = CloudTests.allowed
    unsafe options.progressHandler = { share, _, stop, _ in unsafe stop.pointee = ObjCBool(share >= 0.5) }
    fixture.load(0, ManagerFixture.target, options)
    #expect(fixture.log.entries.count { $0.info.isFinal } == 0 && fixture.manager.engine.isIdle)
  }

  @Test func progressOfAFailedDownloadSaysWhy() {
    var cloud = CloudModel(sharePercent: 100)
    cloud.failurePercent = 100
    let fixture = ManagerFixture(cloud: cloud)
    let errors = Mutex<[PhotosError?]>([])
    let options = CloudTests.allowed
    unsafe options.progressHandler = { _, error, _, info in
      #expect(!ImageResultInfo(info).isFinal && !ImageResultInfo(info).isInCloud)
      let error = error as? PhotosError
      errors.withLock { $0.append(error) }
    }
    fixture.load(0, ManagerFixture.target, options)
    #expect(errors.withLock { $0 } == [nil, nil, nil, .networkError])
    #expect(fixture.log.entries.map { $0.info.isDegraded } == [true, false])
  }

  @Test func dataInTheCloudNeedsTheNetwork() {
    for isAllowed in [false, true] {
      let fixture = ManagerFixture(cloud: CloudModel(sharePercent: 100))
      let log = fixture.log
      let options = isAllowed ? CloudTests.allowed : nil
      fixture.manager.requestImageDataAndOrientation(for: fixture.assets[0], options: options) { log.add(nil, $3) }
      fixture.scheduler.runAll()
      #expect(log.entries.count == 1 && log.entries[0].info.error == (isAllowed ? nil : .networkAccessRequired))
    }
  }

  /// The header: a synchronous request has one call, and its progress comes while it waits.
  @Test func aSynchronousDownloadTellsItsProgressAndMayBeStopped() {
    for isData in [false, true] {
      let fixture = ManagerFixture(cloud: CloudModel(sharePercent: 100))
      let (log, options) = (fixture.log, CloudTests.allowed)
      options.isSynchronous = true
      var shares: [Double] = []
      unsafe options.progressHandler = { share, _, stop, _ in
        shares.append(share)
        unsafe stop.pointee = ObjCBool(shares.count == 6)
      }
      func request() {
        if isData {
          fixture.manager.requestImageDataAndOrientation(for: fixture.assets[shares.count], options: options) {
            log.add(nil, $3)
          }
        } else {
          fixture.request(shares.count, ManagerFixture.target, options)
        }
      }
      request()
      #expect(shares == [0.25, 0.5, 0.75, 1] && log.entries.count == 1 && log.entries[0].info.error == nil)
      #expect(fixture.scheduler.now == .milliseconds(230))
      request()
      #expect(shares.count == 6 && log.entries.count == 2, "stopped half way")
      #expect(log.entries[1].info.isCancelled && log.entries[1].size == nil)
      #expect(fixture.manager.engine.isIdle)
    }
  }

  /// The header: a new request is needed. Code that asks again with the network where it is set comes to an end.
  @Test func isInCloudAsksForANewRequestAndOnlyThen() {
    let fixture = ManagerFixture(cloud: CloudModel(sharePercent: 100))
    func retrying(_ options: ImageRequestOptions, left: Int) -> Int {
      fixture.load(0, ManagerFixture.target, options)
      guard fixture.log.entries.last?.info.isInCloud == true, left > 0 else { return left }
      return retrying(CloudTests.allowed, left: left - 1)
    }
    #expect(retrying(ImageRequestOptions(), left: 5) == 4)
    #expect(fixture.log.lines.last == "2 384x288")
  }

  @Test func aThumbnailThatSufficesNeedsNoNetwork() {
    let fixture = ManagerFixture(cloud: CloudModel(sharePercent: 100))
    fixture.load(0, PixelSize(width: 80, height: 80))
    #expect(fixture.log.lines == ["1 160x120"])
  }

  /// The index cannot know that a thumbnail is broken, or smaller than cameras make them: then only the file will do.
  @Test(arguments: [false, true]) func aThumbnailThatDoesNotSufficeAfterAllNeedsTheNetwork(_ isSynchronous: Bool) {
    for isAllowed in [false, true] {
      let fixture = ManagerFixture(cloud: CloudModel(sharePercent: 100), brokenThumbnails: [ItemID(0)])
      let options = ManagerFixture.options {
        $0.isNetworkAccessAllowed = isAllowed
        $0.isSynchronous = isSynchronous
      }
      fixture.load(0, PixelSize(width: 80, height: 80), options)
      let entries = fixture.log.entries
      #expect(entries.count == 1 && entries[0].info.isInCloud == !isAllowed && entries[0].info.isFinal)
      #expect(entries[0].info.error == (isAllowed ? nil : .networkAccessRequired))
      #expect(entries[0].size == (isAllowed ? PixelSize(width: 128, height: 96) : nil))
      #expect(fixture.scheduler.now == (isAllowed ? .milliseconds(230) : .zero), "a download takes its time")
      let engine = fixture.manager.engine
      #expect(engine.isIdle && engine.violations() == [])
    }
  }
}
