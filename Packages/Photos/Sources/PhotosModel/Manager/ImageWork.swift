import CacheLab
import Foundation
package import StrategyKit

/// The key of a cached image.
package struct ImageKey: Hashable, Sendable {
  package var asset: AssetID
  /// The version of the pixels; an edit changes the key.
  package var contentVersion: Int32
  package var target: PixelSize
  package var mode: ImageContentMode
  package var options: ImageRequestOptions.Values
}

/// The need for an image, of a request or a caching request. Thousands of requests may wait, so those of one key share
/// it.
final class ImageWish: Sendable {
  let key: ImageKey
  let asset: Asset
  let plan: ImagePlan
  let info: AssetInfo?
  /// True when the thumbnail, by the index, is large enough to replace the image.
  let isThumbnailEnough: Bool
  let error: PhotosError?

  init(
    key: ImageKey, asset: Asset, plan: ImagePlan, info: AssetInfo?, isThumbnailEnough: Bool, error: PhotosError? = nil
  ) {
    (self.key, self.asset, self.plan, self.info) = (key, asset, plan, info)
    (self.isThumbnailEnough, self.error) = (isThumbnailEnough, error)
  }

  var fileBytes: Int32 { info?.encodedBytes ?? 0 }
  /// The bytes of the decoded image, by the index.
  var imageBytes: Int64 { info.map { plan.scale.scaled($0.size).pixelCount * 4 } ?? 0 }
  var hasThumbnail: Bool { (info?.thumbnailBytes ?? 0) > 0 }

  /// The wish without the thumbnail, which is broken or too small.
  var ofFile: ImageWish { ImageWish(key: key, asset: asset, plan: plan, info: info, isThumbnailEnough: false) }
}

/// A waiting or running decode, or reading of a file.
struct ImageJob: Sendable {
  enum Kind: Hashable, Sendable {
    /// The image itself, shared by all requests of its key.
    case final
    /// The thumbnail, for one request.
    case degraded
    /// A small decode, for one request.
    case secondary
    /// The thumbnail for a caching request while high quality is not allowed.
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
  var requests = WaitingLine<ImageRequestID>()

  /// The bytes that it will add to the prepared images.
  var preparedBytes: Int64 { queue == .preheat ? wish.imageBytes : 0 }
}

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
  /// A decoded image, to be turned, cut and resized at delivery.
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

/// A request without a final result yet.
///
/// Its handlers belong to the app and need not be `Sendable`, as in Photos. They are called one at a time: on the
/// calling thread, before another thread knows the request, or on the queue of handlers.
struct PendingRequest: @unchecked Sendable {
  enum Handler {
    case image((PhotosImage?, [AnyHashable: Any]?) -> Void)
    case data((Data?, String?, CGImagePropertyOrientation, [AnyHashable: Any]?) -> Void)
  }

  let id: ImageRequestID
  var wish: ImageWish
  let progressCall: ProgressCall?
  let handler: Handler
  var jobs: [Int] = []
  /// True when its asset is in the cloud and its options leave it there.
  var isLeftInCloud = false
  var isDownloading = false
  var isDelivering = false

  var options: ImageRequestOptions.Values { wish.key.options }
  var isData: Bool { if case .data = handler { true } else { false } }

  /// Calls the handler; nil means neither image nor file.
  func call(_ info: ImageResultInfo, _ content: ImageContent? = nil) {
    switch handler {
    case .image(let handler): handler(content?.image, info.dictionary)
    case .data(let handler):
      guard case .file(let bytes, let orientation) = content else { return handler(nil, nil, .up, info.dictionary) }
      handler(
        Data(bytes), "public.jpeg", CGImagePropertyOrientation(rawValue: UInt32(orientation)) ?? .up, info.dictionary)
    }
  }

  /// Reports progress, and returns true if the app wants to stop.
  func tellProgress(_ share: Double, _ error: PhotosError? = nil) -> Bool {
    progressCall?(share, error, ImageResultInfo(requestID: id, error: error, isFinal: false)) ?? false
  }
}

/// The manager's work after a change of its state, done without the lock.
enum ImageEffect: Sendable {
  case deliver(PendingRequest, ImageContent?, ImageResultInfo, atOnce: Bool)
  /// Decodes the thumbnail on the calling thread and delivers it.
  case deliverThumbnail(PendingRequest, ImageResultInfo)
  case deliverCancelled(PendingRequest)
  case run(ImageJob)
  case progress(PendingRequest, Double, PhotosError?)
  case download(AssetID, number: Int, after: Nanoseconds)

  /// True for effects that may call an app's handler before they end.
  var canCallAtOnce: Bool {
    switch self {
    case .deliver(_, _, _, let atOnce): atOnce
    case .deliverThumbnail: true
    default: false
    }
  }
}

/// A line of unique elements. Adding, removing and taking the first take constant time.
struct WaitingLine<Element: Hashable & Sendable>: Sendable {
  private var slots: [Element?] = []
  private var places: [Element: Int] = [:]
  private var head = 0

  var isEmpty: Bool { places.isEmpty }
  var all: [Element] { slots[head...].compactMap { $0 } }
  var first: Element? { isEmpty ? nil : slots[head] }

  func contains(_ element: Element) -> Bool { places[element] != nil }

  /// Moves an element to the end, adding it if it is new.
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
