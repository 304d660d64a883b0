import GridDriver
import Photos
import Strategies
import Testing
import UIKit

@testable import GridPhotos

@Suite struct PhotosResultTests {
  private func answers(_ image: String?, _ info: [AnyHashable: Any]?, isOnly: Bool = false) -> [String] {
    PhotosResult(info).answers(with: image, isOnly: isOnly).map { "\($0)" }
  }

  private let image = #"image("a")"#
  private let thumbnail = #"thumbnail("a")"#

  @Test func degradedImagesAreThumbnailsIfAnotherFollows() {
    #expect(answers("a", [PHImageResultIsDegradedKey: true]) == [thumbnail])
    #expect(answers("a", [PHImageResultIsDegradedKey: 1]) == [thumbnail])
    #expect(answers("a", [PHImageResultIsDegradedKey: true], isOnly: true) == [image])
    #expect(answers("a", [PHImageResultIsDegradedKey: false]) == [image])
    #expect(answers("a", nil) == [image])
    #expect(answers(nil, [PHImageResultIsDegradedKey: true]) == [])
  }

  @Test func noImageIsAFailureOrCallsForADownload() {
    let error = CocoaError(.fileNoSuchFile)
    #expect(answers(nil, [PHImageResultIsDegradedKey: true], isOnly: true) == ["failure"])
    #expect(answers(nil, nil) == ["failure"] && answers(nil, [PHImageErrorKey: error]) == ["failure"])
    #expect(answers(nil, [PHImageResultIsInCloudKey: true, PHImageErrorKey: error]) == ["inCloud"])
    #expect(answers(nil, [PHImageResultIsInCloudKey: true, PHImageCancelledKey: true]) == ["failure"])
    #expect(answers(nil, [PHImageCancelledKey: true, PHImageResultIsDegradedKey: true]) == ["failure"])
    #expect(answers("a", [PHImageResultIsInCloudKey: true, PHImageResultIsDegradedKey: true]) == [thumbnail])
    #expect(answers("a", [PHImageErrorKey: error, PHImageResultIsDegradedKey: true]) == [thumbnail, "failure"])
    #expect(PhotosResult([PHImageResultRequestIDKey: PHImageRequestID(7)]).requestID == 7)
  }
}

@MainActor
@Suite struct PhotosSourceTests {
  private let manager = PHCachingImageManager()
  private let clock = HandClock()

  /// Without thumbnails that are asked for apart; options of Photos' own are opportunistic.
  private func driver(
    options: PHImageRequestOptions = PHImageRequestOptions(), count: Int32 = 2
  ) throws -> (GridDriver<PhotosSource>, PhotosSource) {
    try driver(
      PhotosSource(manager: manager, options: options, thumbnailSize: nil) { PHAsset(rehearsed: "\($0)") }, count)
  }

  private func driver(
    _ source: PhotosSource, _ count: Int32
  ) throws -> (GridDriver<PhotosSource>, PhotosSource) {
    let driver = try GridDriver(
      try StrategySpec("budget-priority"), source: source, layout: .hundred(count: count),
      clock: { [clock] in clock.now })
    return (driver, source)
  }

  private func image(_ name: String = "image", side: Int = 200) -> UIImage {
    UIImage(rehearsed: name, width: side, height: side)
  }

  @Test func eachCellIsAskedAThumbnailBesideTheImages() throws {
    let (driver, source) = try driver(PhotosSource(manager: manager) { PHAsset(rehearsed: "\($0)") }, 100)
    driver.scrolled(to: .zero)
    let (small, large) = (manager.requests.prefix(12), manager.requests.dropFirst(12))
    #expect(small.map(\.asset.localIdentifier) == (0..<12).map { "\($0)" })
    #expect(small.allSatisfy { $0.options?.deliveryMode == .fastFormat })
    #expect(small.allSatisfy { $0.targetSize == CGSize(width: 160, height: 120) })
    #expect(large.map(\.asset.localIdentifier) == ["0", "1"])
    #expect(large.allSatisfy { $0.targetSize == CGSize(width: 200, height: 200) })
    #expect(large.allSatisfy { $0.options?.deliveryMode == .highQualityFormat && $0.options?.resizeMode == .fast })
    for request in small { request.resultHandler(image("small", side: 60), [PHImageResultIsDegradedKey: true]) }
    #expect((0..<12).allSatisfy { driver.image(at: $0)?.name == "small" } && source.requests.open.count == 2)
    for request in large { request.resultHandler(image("large"), nil) }
    #expect((0..<12).map { driver.image(at: $0)?.name } == ["large", "large"] + Array(repeating: "small", count: 10))
    #expect(driver.counters.thumbnails == 12 && driver.counters.failures == 0)
  }

  /// Only the assets near the screen are read, and the estimate of the others is as large.
  @Test func itSaysHowLargePhotosAreNearTheScreen() throws {
    var looked: Set<Int> = []
    let source = PhotosSource(manager: manager, thumbnailSize: nil) { place in
      looked.insert(place)
      return PHAsset(rehearsed: "\(place)")
    }
    let driver = try GridDriver(
      try StrategySpec("windowed-lead:window=6MB"), source: source, layout: .hundred(count: 4000),
      clock: { [clock] in clock.now })
    for frame in 0..<30 {
      clock.pass(milliseconds: 16)
      driver.scrolled(to: .points(20_000 + frame * 30))
    }
    #expect(looked.count > 12 && looked.allSatisfy { (600 - 256..<660 + 256).contains($0) })
    #expect(driver.photoSizes()[627]?.pixels == PixelSize(width: 4032, height: 3024))
  }

  @Test func whereImagesAreFastThereAreNoThumbnails() {
    let (fast, synchronous) = (PHImageRequestOptions(), PHImageRequestOptions())
    fast.deliveryMode = .fastFormat
    synchronous.isSynchronous = true
    for options in [fast, synchronous] {
      #expect(PhotosSource(manager: manager, options: options) { _ in nil }.thumbnailSize == nil)
    }
    #expect(PhotosSource(manager: manager) { _ in nil }.thumbnailSize == PhotoSize.cameraThumbnail)
  }

  @Test func thumbnailsFirstThenTheImageWithItsBytes() throws {
    let (driver, _) = try driver(count: 1)
    var shown: [String] = []
    driver.onImage = { _, image, tier in shown.append("\(image.name) \(tier)") }
    driver.scrolled(to: .zero)
    let answer = manager.requests[0].resultHandler
    answer(image("small", side: 60), [PHImageResultIsDegradedKey: true])
    answer(image("large", side: 300), [PHImageResultIsDegradedKey: false])
    // After the end nothing is heard.
    answer(image("late", side: 60), [PHImageResultIsDegradedKey: true])
    answer(nil, nil)
    #expect(shown == ["small thumbnail", "large full"])
    #expect(driver.liveBytes == ByteCount(rawValue: 300 * 300 * 4) && driver.counters.failures == 0)
  }

  @Test func aHandlerThatIsCalledBeforeTheRequestReturns() throws {
    manager.atOnce = { [image] request in
      request.resultHandler(image("thumbnail", 60), [PHImageResultIsDegradedKey: true])
      request.resultHandler(image(request.asset.localIdentifier, 200), nil)
    }
    let (driver, source) = try driver(count: 12)
    driver.scrolled(to: .zero)
    #expect((0..<12).map { driver.image(at: $0)?.name } == (0..<12).map { "\($0)" })
    #expect(source.requests.open.isEmpty && manager.requests.count == 12 && manager.cancelled == [])
  }

  @Test func aHandlerOnAnotherQueueIsHeardOnTheMainActor() async throws {
    let (driver, _) = try driver(count: 1)
    driver.scrolled(to: .zero)
    let handler = Handler(manager.requests[0].resultHandler)
    let (shown, continuation) = AsyncStream<String>.makeStream()
    driver.onImage = { _, image, _ in continuation.yield(image.name) }
    let (small, large) = (image("small", side: 60), image("large"))
    await Task.detached {
      handler.call(small, [PHImageResultIsDegradedKey: true])
      handler.call(large, nil)
    }.value
    var names = shown.makeAsyncIterator()
    #expect(await names.next() == "small")
    #expect(await names.next() == "large")
  }

  @Test func aPhotoInTheCloudIsAFailureThatIsAskedForAgain() throws {
    let (driver, source) = try driver(count: 1)
    driver.scrolled(to: .zero)
    let answer = manager.requests[0].resultHandler
    answer(image("small", side: 60), [PHImageResultIsDegradedKey: true, PHImageResultIsInCloudKey: true])
    answer(nil, [PHImageResultIsInCloudKey: true])
    #expect(driver.counters.failures == 1 && source.requests.open.isEmpty)
    #expect(driver.image(at: 0)?.name == "small", "what was shown stays")
    driver.tick()
    #expect(manager.requests.count == 1)
    clock.pass(seconds: 1)
    driver.tick()
    #expect(manager.requests.count == 2)
    try #require(manager.requests.last).resultHandler(image("large"), nil)
    #expect(driver.image(at: 0)?.name == "large")
  }

  @Test func photosInTheCloudAreDownloadedBesideTheOthers() throws {
    let options = PHImageRequestOptions()
    options.isNetworkAccessAllowed = true
    options.deliveryMode = .highQualityFormat
    let (driver, source) = try driver(options: options, count: 12)
    driver.scrolled(to: .zero)
    let inCloud: [AnyHashable: Any] = [PHImageResultIsInCloudKey: true, PHImageErrorKey: CocoaError(.fileNoSuchFile)]
    for request in manager.requests { request.resultHandler(nil, inCloud) }
    func downloads() -> [PHImageManager.Request] {
      manager.requests.filter { $0.options?.isNetworkAccessAllowed == true }
    }
    #expect(downloads().map(\.asset.localIdentifier) == ["0", "1"])
    var index = 2
    while index < manager.requests.count {
      if manager.requests[index].options?.isNetworkAccessAllowed == false {
        manager.requests[index].resultHandler(image(), nil)
      }
      index += 1
    }
    #expect((0..<12).map { driver.image(at: $0) != nil } == [false, false] + Array(repeating: true, count: 10))
    #expect(driver.counters.failures == 0 && source.requests.open.count == 2)
    downloads()[0].resultHandler(image("downloaded"), nil)
    #expect(driver.image(at: 0)?.name == "downloaded" && driver.counters.decodes == 11)
    clock.pass(seconds: 31)
    driver.tick()
    #expect(manager.cancelled == [downloads()[1].id] && driver.counters.failures == 1)
    #expect(source.requests.open.isEmpty)
  }

  @Test func whatIsCancelledIsCancelledByItsID() throws {
    let (driver, source) = try driver(count: 100)
    driver.scrolled(to: .zero)
    let answer = manager.requests[0].resultHandler
    driver.stop()
    #expect(manager.cancelled == [1, 2] && source.requests.open.isEmpty)
    answer(nil, [PHImageCancelledKey: true])
    answer(image(), nil)
    #expect(driver.liveBytes == .zero)
  }

  @Test func inFastFormatADegradedResultIsTheImage() throws {
    let options = PHImageRequestOptions()
    options.deliveryMode = .fastFormat
    let (driver, source) = try driver(options: options, count: 1)
    options.deliveryMode = .opportunistic
    driver.scrolled(to: .zero)
    #expect(manager.requests[0].options?.deliveryMode == .fastFormat, "the options are the source's own")
    manager.requests[0].resultHandler(image("fast", side: 60), [PHImageResultIsDegradedKey: true])
    #expect(driver.image(at: 0)?.name == "fast" && source.requests.open.isEmpty && driver.counters.failures == 0)
  }

  /// Photos may return no id and call the handler all the same.
  @Test func theImageOfARequestWithoutAnIDIsShown() throws {
    manager.givesNoID = true
    let (driver, source) = try driver(count: 2)
    driver.scrolled(to: .zero)
    #expect(driver.counters.failures == 0 && source.requests.open.count == 2)
    manager.requests[0].resultHandler(image("late"), nil)
    #expect(driver.image(at: 0)?.name == "late")
    clock.pass(seconds: 31)
    driver.tick()
    #expect(driver.counters.failures == 1 && source.requests.open.isEmpty && manager.cancelled == [])
  }

  @Test func aRequestThatIsCancelledWhileItBeginsLeavesNothingOpen() throws {
    var cancelled: [Int32] = []
    let requests = PhotosRequests<String>(cancel: { cancelled.append($0) })
    final class Keeper: ImageSource {
      var request: ImageRequest<String>?
      func bytes(of image: String) -> Int { 0 }
      func begin(_ request: ImageRequest<String>) { self.request = request }
      func cancel(_ request: ImageRequest<String>) {}
    }
    let keeper = Keeper()
    let driver = try GridDriver(
      try StrategySpec("none"), source: keeper, layout: .hundred(count: 1), clock: { .zero })
    driver.scrolled(to: .zero)
    let request = try #require(keeper.request)
    requests.begin(request, isOnly: false) { _ in
      requests.cancel(request)
      return 5
    }
    #expect(requests.open.isEmpty && cancelled == [5])
  }
}

private final class Handler: @unchecked Sendable {
  private let handler: (UIImage?, [AnyHashable: Any]?) -> Void
  init(_ handler: @escaping (UIImage?, [AnyHashable: Any]?) -> Void) { self.handler = handler }
  func call(_ image: UIImage?, _ info: [AnyHashable: Any]?) { handler(image, info) }
}
