import CacheLab
import Foundation
import PhotosModel
import Strategies
import Synchronization

/// A manager with manual work over files of one size, and the results of its requests.
struct ManagerFixture {
  let scheduler = SteppedScheduler()
  let manager: CachingImageManager
  let assets: [Asset]
  let source: BlankImageSource
  let log = ResultLog()

  /// Thumbnails are of 160x120.
  init(
    _ count: Int = 20, of size: PixelSize = PixelSize(width: 1_024, height: 768),
    settings: ManagerSettings = ManagerSettings(), cloud: CloudModel = CloudModel(), thumbnails: Bool = true,
    brokenThumbnails: Set<ItemID> = []
  ) {
    let info = AssetInfo(
      width: size.width, height: size.height, encodedBytes: 200_000, thumbnailBytes: thumbnails ? 2_000 : 0,
      isDecodable: true)
    source = BlankImageSource(
      files: ContiguousArray(repeating: info, count: count), brokenThumbnails: brokenThumbnails)
    manager = CachingImageManager(source, scheduler: scheduler, settings: settings, cloud: cloud)
    assets = (0..<count).map { Asset(id: AssetID(rawValue: Int64($0) + 1), file: ItemID($0), pixelSize: size) }
  }

  static let target = PixelSize(width: 288, height: 288)

  @discardableResult
  func request(
    _ index: Int = 0, _ target: PixelSize = target, _ options: ImageRequestOptions? = nil
  ) -> ImageRequestID {
    let log = log
    return manager.requestImage(
      for: assets[index], targetSize: CGSize(target), contentMode: .aspectFill, options: options
    ) {
      log.add($0, $1)
    }
  }

  func start(_ indexes: [Int], _ target: PixelSize = target, _ options: ImageRequestOptions? = nil) {
    manager.startCachingImages(
      for: indexes.map { assets[$0] }, targetSize: CGSize(target), contentMode: .aspectFill, options: options)
  }

  /// Requests an image and runs everything.
  func load(_ index: Int = 0, _ target: PixelSize = target, _ options: ImageRequestOptions? = nil) {
    request(index, target, options)
    scheduler.runAll()
  }

  /// Starts caching images and runs everything.
  func prepare(_ indexes: [Int], _ target: PixelSize = target, _ options: ImageRequestOptions? = nil) {
    start(indexes, target, options)
    scheduler.runAll()
  }

  func stop(_ indexes: [Int], _ target: PixelSize = target, _ options: ImageRequestOptions? = nil) {
    manager.stopCachingImages(
      for: indexes.map { assets[$0] }, targetSize: CGSize(target), contentMode: .aspectFill, options: options)
  }

  static func options(_ change: (ImageRequestOptions) -> Void) -> ImageRequestOptions {
    let options = ImageRequestOptions()
    change(options)
    return options
  }
}

final class ResultLog: Sendable {
  struct Entry: Sendable, CustomStringConvertible {
    var info: ImageResultInfo
    var size: PixelSize?

    var description: String {
      let words = [
        "\(info.requestID)", size.map { "\($0)" } ?? "no image", info.isDegraded ? "degraded" : "",
        info.isCancelled ? "cancelled" : "", info.isInCloud ? "cloud" : "", info.error.map { "\($0)" } ?? "",
      ]
      return words.filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private let state = Mutex<(entries: [Entry], images: [PhotosImage])>(([], []))

  func add(_ image: PhotosImage?, _ dictionary: [AnyHashable: Any]?) {
    let info = ImageResultInfo(dictionary)
    state.withLock { state in
      state.entries.append(Entry(info: info, size: image?.pixelSize))
      if let image { state.images.append(image) }
    }
  }

  var entries: [Entry] { state.withLock { $0.entries } }
  var lines: [String] { entries.map { $0.description } }
  func calls(of id: ImageRequestID) -> [Entry] { entries.filter { $0.info.requestID == id } }
  func hasEnded(_ id: ImageRequestID) -> Bool { calls(of: id).contains { $0.info.isFinal } }
  var images: [PhotosImage] { state.withLock { $0.images } }
  func releaseImages() { state.withLock { $0.images = [] } }
}
