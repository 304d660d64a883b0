import CacheLab
import Foundation
package import StrategyKit

/// What a cached image is found by.
package struct ImageKey: Hashable, Sendable {
  package var asset: AssetID
  /// An edited asset's images have other keys.
  package var contentVersion: Int32
  package var target: PixelSize
  package var mode: ImageContentMode
  package var options: ImageRequestOptions.Values
}

/// What an image is wanted for: a request, or a caching request. A loop over a library may leave thousands of requests
/// waiting; those of one key share it.
final class ImageWish: Sendable {
  let key: ImageKey
  let asset: Asset
  let plan: ImagePlan
  /// What the index knows of the file.
  let info: AssetInfo?
  /// True when the thumbnail is, by what the index knows, as large as what is needed, and may stand for it.
  let usesThumbnail: Bool
  /// Why there can be no image.
  let error: PhotosError?

  init(
    key: ImageKey, asset: Asset, plan: ImagePlan, info: AssetInfo?, usesThumbnail: Bool, error: PhotosError? = nil
  ) {
    (self.key, self.asset, self.plan, self.info) = (key, asset, plan, info)
    (self.usesThumbnail, self.error) = (usesThumbnail, error)
  }

  /// Bytes of the file.
  var fileBytes: Int32 { info?.encodedBytes ?? 0 }
  /// Bytes of the image as it is decoded, by the index.
  var imageBytes: Int64 { info.map { plan.scale.scaled($0.size).pixelCount * 4 } ?? 0 }
  var hasThumbnail: Bool { (info?.thumbnailBytes ?? 0) > 0 }

  /// The same where the thumbnail has turned out to be broken, or too small: only the file will do.
  var ofFile: ImageWish { ImageWish(key: key, asset: asset, plan: plan, info: info, usesThumbnail: false) }
}

/// One decode, or one reading of a file, waiting or running.
struct ImageJob: Sendable {
  enum Kind: Hashable, Sendable {
    /// The image itself; shared by all that want the same key.
    case final
    /// The thumbnail, for one request.
    case degraded
    /// A small decode, for one request.
    case secondary
    /// The thumbnail for a caching request, while high quality is not allowed.
    case lowQuality
    /// The whole file, for one request.
    case data
  }

  enum Queue: Int, CaseIterable, Sendable {
    case degraded
    case demand
    case preheat
  }

  let number: Int
  let kind: Kind
  let wish: ImageWish
  var queue: Queue
  var isRunning = false
  /// Requests that wait for it, in the order of their coming.
  var requests = WaitingLine<ImageRequestID>()

  /// What it adds to what is prepared, bytes.
  var preparedBytes: Int64 { queue == .preheat ? wish.imageBytes : 0 }
}

/// A download, waiting for its turn or under way.
struct ImageDownload: Sendable {
  /// Tells its timers from those of an earlier, cancelled download of the same asset.
  let number: Int
  let fileBytes: Int32
  var stepsDone = 0
  var isUnderWay = false
  var requests = WaitingLine<ImageRequestID>()
  var starts: [ImageWish] = []

  var isWanted: Bool { !requests.isEmpty || !starts.isEmpty }
}

enum ImageContent: Sendable {
  /// An image as decoded: it is turned, cut and resized at delivery.
  case source(PhotosImage)
  /// An image as delivered.
  case ready(PhotosImage)
  case file([UInt8], orientation: Int32)

  var image: PhotosImage? {
    switch self {
    case .source(let image), .ready(let image): image
    case .file: nil
    }
  }
}

/// A request that has not had its final result.
///
/// Its handlers are the app's own and not `Sendable`, as in Photos. They are called one at a time: on the calling thread,
/// before the request is known to another, or on the queue of handlers.
struct PendingRequest: @unchecked Sendable {
  enum Handler {
    case image((PhotosImage?, [AnyHashable: Any]?) -> Void)
    case data((Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void)
  }

  let id: ImageRequestID
  var wish: ImageWish
  let progressCall: ProgressCall?
  let handler: Handler
  /// Jobs that it waits for, in the order in which they were made.
  var jobs: [Int] = []
  /// Whether its asset is in the cloud and its options leave it there.
  var needsNetwork = false
  var isDownloading = false
  var isDelivering = false

  var options: ImageRequestOptions.Values { wish.key.options }
  var isData: Bool { if case .data = handler { true } else { false } }

  /// Calls the handler; nil says that there is neither image nor file.
  func call(_ info: ImageResultInfo, _ content: ImageContent? = nil) {
    switch handler {
    case .image(let handler): handler(content?.image, info.dictionary)
    case .data(let handler):
      guard case .file(let bytes, let orientation) = content else { return handler(nil, nil, .up, info.dictionary) }
      handler(
        Data(bytes), "public.jpeg", CGImagePropertyOrientation(rawValue: UInt32(orientation)) ?? .up, info.dictionary)
    }
  }

  /// - Returns: True when the app says stop.
  func tellProgress(_ share: Double, _ error: PhotosError? = nil) -> Bool {
    progressCall?(share, error, ImageResultInfo(requestID: id, error: error, isFinal: false)) ?? false
  }
}

/// What the manager does once its state has changed and its lock is free.
enum ImageEffect: Sendable {
  case deliver(PendingRequest, ImageContent?, ImageResultInfo, atOnce: Bool)
  /// Decodes the thumbnail on the calling thread and delivers it.
  case deliverThumbnail(PendingRequest, ImageResultInfo)
  case deliverCancelled(PendingRequest)
  case run(ImageJob)
  case progress(PendingRequest, Double, PhotosError?)
  case download(AssetID, number: Int, after: Nanoseconds)

  /// True for what may call a handler of the app before it is done.
  var mayCallAtOnce: Bool {
    switch self {
    case .deliver(_, _, _, let atOnce): atOnce
    case .deliverThumbnail: true
    default: false
    }
  }
}

/// Elements in the order of their coming, each once. To add, to remove and to take the first takes the same time however
/// many there are.
struct WaitingLine<Element: Hashable & Sendable>: Sendable {
  private var slots: [Element?] = []
  private var places: [Element: Int] = [:]
  private var head = 0

  var isEmpty: Bool { places.isEmpty }
  var all: [Element] { slots[head...].compactMap { $0 } }
  var first: Element? { isEmpty ? nil : slots[head] }

  func contains(_ element: Element) -> Bool { places[element] != nil }

  /// At the end, also where it was in the line before.
  mutating func append(_ element: Element) {
    remove(element)
    places[element] = slots.count
    slots.append(element)
  }

  mutating func remove(_ element: Element) {
    guard let place = places.removeValue(forKey: element) else { return }
    slots[place] = nil
    while head < slots.count, slots[head] == nil { head += 1 }
    guard slots.count > 64, slots.count > 3 * places.count else { return }
    let line = all
    (slots, head) = (line, 0)
    for (place, element) in line.enumerated() { places[element] = place }
  }

  mutating func popFirst() -> Element? {
    guard let element = first else { return nil }
    remove(element)
    return element
  }
}
