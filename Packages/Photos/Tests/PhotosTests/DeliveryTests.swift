import CacheLab
import Foundation
import PhotosModel
import Strategies
import Synchronization
import Testing

@Suite struct DeliveryTests {
  @Test(arguments: [
    (ImageRequestOptionsDeliveryMode.opportunistic, ["1 160x120 degraded"], ["1 160x120 degraded", "1 384x288"]),
    (.highQualityFormat, [], ["1 384x288"]), (.fastFormat, [], ["1 160x120 degraded"]),
  ])
  func eachModeHasItsResults(_ mode: ImageRequestOptionsDeliveryMode, atOnce: [String], inTheEnd: [String]) {
    let options = ManagerFixture.options { $0.deliveryMode = mode }
    let (fixture, without) = (ManagerFixture(), ManagerFixture(thumbnails: false))
    fixture.request(0, ManagerFixture.target, options)
    #expect(fixture.log.lines == atOnce)
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == inTheEnd)
    #expect(fixture.log.entries.map { $0.info.isFinal } == inTheEnd.indices.map { $0 == inTheEnd.count - 1 })
    without.load(0, ManagerFixture.target, options)
    #expect(without.log.lines == ["1 384x288"], "without a thumbnail it is decoded")
  }

  @Test func aSynchronousRequestHasItsResultWhenItReturnsAndCannotBeCancelled() {
    let fixture = ManagerFixture()
    let id = fixture.request(0, ManagerFixture.target, ManagerFixture.options { $0.isSynchronous = true })
    #expect(fixture.log.lines == ["1 384x288"])
    fixture.manager.cancelImageRequest(id)
    fixture.scheduler.runAll()
    #expect(fixture.log.lines == ["1 384x288"])
  }

  @Test(arguments: [PixelSize(width: 1_000, height: 700), .maximum])
  func aSecondDegradedImageComesBetween(_ target: PixelSize) {
    let fixture = ManagerFixture()
    fixture.load(0, target, ManagerFixture.options { $0.allowSecondaryDegradedImage = true })
    #expect(fixture.log.lines == ["1 160x120 degraded", "1 384x288 degraded", "1 1024x768"])
  }

  @Test func theMaximumSizeIsTheWholeImageWhateverTheResizeMode() {
    for mode in ImageRequestOptionsResizeMode.allCases {
      let fixture = ManagerFixture()
      fixture.request(
        0, .maximum,
        ManagerFixture.options {
          $0.deliveryMode = .highQualityFormat
          $0.resizeMode = mode
          $0.normalizedCropRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
        })
      fixture.scheduler.runAll()
      #expect(fixture.log.lines == ["1 1024x768"], "neither resized nor cropped")
    }
  }

  /// The outside has no effect, but the value stays as the app has set it.
  @Test func aCropIsReadAsItWasSet() {
    let options = ImageRequestOptions()
    #expect(options.normalizedCropRect == .zero)
    let rect = CGRect(x: 0.5, y: -1, width: 9, height: 2)
    options.normalizedCropRect = rect
    #expect(options.normalizedCropRect == rect)
  }

  /// The header wants exact resizing for a crop; apps that forget it get the image without.
  @Test func aCropWithoutExactResizingHasNoEffect() {
    let fixture = ManagerFixture()
    for (index, crop) in [
      CGRect(x: 0.5, y: 0, width: 0.5, height: 0.5), CGRect(x: 3, y: 0, width: 1, height: CGFloat.nan),
    ].enumerated() {
      for resize in ImageRequestOptionsResizeMode.allCases {
        fixture.request(
          index * 3 + resize.rawValue, ManagerFixture.target,
          ManagerFixture.options {
            $0.normalizedCropRect = crop
            $0.resizeMode = resize
            $0.deliveryMode = .highQualityFormat
          })
      }
    }
    fixture.scheduler.runAll()
    let sizes = ["1024x768", "384x288", "288x288"]
    #expect(fixture.log.lines == (0..<6).map { "\($0 + 1) \(sizes[$0 % 3])" })
  }

  /// The header: only opportunistic delivery may call before the call returns.
  @Test func aPreparedImageComesBeforeTheCallReturnsInOpportunisticDeliveryAlone() {
    for mode in ImageRequestOptionsDeliveryMode.allCases {
      let fixture = ManagerFixture()
      let options = ManagerFixture.options { $0.deliveryMode = mode }
      fixture.prepare([0], ManagerFixture.target, options)
      fixture.request(0, ManagerFixture.target, options)
      #expect(fixture.log.lines.isEmpty == (mode != .opportunistic), "\(mode)")
      fixture.scheduler.runAll()
      #expect(fixture.log.lines == ["1 384x288"])
    }
  }

  @Test func aSynchronousDataRequestHasItsResultWhenItReturns() {
    let fixture = ManagerFixture()
    var isCalled = false
    fixture.manager.requestImageDataAndOrientation(
      for: fixture.assets[0], options: ManagerFixture.options { $0.isSynchronous = true }
    ) { data, type, orientation, _ in
      isCalled = data != nil && type == "public.jpeg" && orientation == .up
    }
    #expect(isCalled && fixture.scheduler.handlerCount == 0 && fixture.manager.engine.isIdle)
  }

  /// A thread waits in the handler of the degraded image for the final one, whose decode begins when it waits.
  @Test func aDegradedHandlerMayWaitForTheFinalImage() async {
    let fixture = ManagerFixture()
    let (isShown, isThere) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let manager = ImageManager(fixture.source, scheduler: HeldScheduler(until: isShown))
    let (asset, log) = (fixture.assets[0], fixture.log)
    await withCheckedContinuation { answer in
      Thread.detachNewThread {
        manager.requestImage(
          for: asset, targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFill, options: nil
        ) { image, info in
          log.add(image, info)
          if ImageResultInfo(info).isFinal {
            isThere.signal()
          } else {
            isShown.signal()
            isThere.wait()
          }
        }
        answer.resume()
      }
    }
    #expect(log.lines == ["1 160x120 degraded", "1 512x384"])
  }

  /// The final image is there before the handler of the degraded one, on another thread, has done anything.
  @Test(arguments: [false, true]) func noCallOvertakesTheHandlerThatRuns(_ isCancelled: Bool) {
    var settings = ManagerSettings()
    settings.cancellation = .called
    let fixture = ManagerFixture(settings: settings)
    let (log, scheduler, manager) = (fixture.log, fixture.scheduler, fixture.manager)
    manager.requestImage(
      for: fixture.assets[0], targetSize: CGSize(ManagerFixture.target), contentMode: .aspectFill, options: nil
    ) { image, info in
      let result = ImageResultInfo(info)
      if result.isDegraded && isCancelled { manager.cancelImageRequest(result.requestID) }
      if result.isDegraded { while scheduler.runHandler() || scheduler.runWork() {} }
      log.add(image, info)
    }
    scheduler.runAll()
    #expect(log.lines == ["1 160x120 degraded", isCancelled ? "1 no image cancelled" : "1 384x288"])
  }

  @Test @MainActor func handlersRunOnTheMainThread() async {
    let fixture = ManagerFixture(thumbnails: false)
    let manager = ImageManager(fixture.source)
    await withCheckedContinuation { answer in
      manager.requestImage(
        for: fixture.assets[0], targetSize: CGSize(width: 300, height: 300), contentMode: .aspectFill, options: nil
      ) { _, _ in
        dispatchPrecondition(condition: .onQueue(.main))
        answer.resume()
      }
    }
  }

  @Test func requestsForOneKeyShareADecode() {
    let fixture = ManagerFixture()
    for _ in 0..<3 { fixture.request() }
    #expect(fixture.scheduler.workCount == 1)
    fixture.scheduler.runAll()
    #expect(fixture.log.entries.count { $0.info.isFinal } == 3)
  }

  @Test func anImageThatAClientHoldsServesItsKeyAgain() {
    let fixture = ManagerFixture()
    fixture.load()
    fixture.request()
    #expect(fixture.log.lines.last == "2 384x288")
    fixture.log.releaseImages()
    #expect(fixture.source.ledger.liveBytes == 0)
    fixture.request()
    #expect(fixture.log.lines.last == "3 160x120 degraded", "nobody holds it any more")
  }
}

/// Threads that begin to work when something has happened.
private struct HeldScheduler: ImageScheduling {
  private let threads = ThreadScheduler(deliveringOn: DispatchQueue(label: "handlers"))
  private let start: DispatchSemaphore

  init(until start: DispatchSemaphore) { self.start = start }

  func work(on file: ItemID, for target: PixelSize, _ body: @escaping @Sendable () -> Void) {
    threads.work(on: file, for: target) {
      start.wait()
      start.signal()
      body()
    }
  }

  func deliver(_ body: @escaping @Sendable () -> Void) { threads.deliver(body) }
  func after(_ delay: Nanoseconds, _ body: @escaping @Sendable () -> Void) { threads.after(.zero, body) }
  func pause(_ delay: Nanoseconds) {}
}
