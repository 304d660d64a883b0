import Foundation
package import StrategyKit

/// What a cached image is found by.
package struct ImageKey: Hashable, Sendable {
  package var asset: AssetID
  /// An edited asset's images have other keys.
  package var contentVersion: Int32
  package var target: PixelSize
  package var mode: ImageContentMode
  package var options: ImageOptionsKey
}

/// What an image is wanted for: a request, or a caching request. A loop over a library may leave thousands of requests
/// waiting; those of one key share it.
final class ImageWish: Sendable {
  let key: ImageKey
  let asset: Asset
  let plan: ImagePlan
  /// Bytes of the file.
  let fileBytes: Int32
  /// Bytes of the image as it is decoded, by the index.
  let imageBytes: Int64
  let hasThumbnail: Bool
  /// True when the thumbnail is, by what the index knows, as large as what is needed, and may stand for it.
  let usesThumbnail: Bool
  /// Why there can be no image.
  let error: PhotosError?

  init(
    key: ImageKey, asset: Asset, plan: ImagePlan, fileBytes: Int32 = 0, imageBytes: Int64 = 0,
    hasThumbnail: Bool = false, usesThumbnail: Bool = false, error: PhotosError? = nil
  ) {
    self.key = key
    self.asset = asset
    self.plan = plan
    self.fileBytes = fileBytes
    self.imageBytes = imageBytes
    self.hasThumbnail = hasThumbnail
    self.usesThumbnail = usesThumbnail
    self.error = error
  }

  /// The same where the thumbnail has turned out to be broken, or too small: only the file will do.
  var ofFile: ImageWish {
    ImageWish(
      key: key, asset: asset, plan: plan, fileBytes: fileBytes, imageBytes: imageBytes, hasThumbnail: hasThumbnail)
  }
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
  /// Requests that wait for it.
  var requests = WaitingLine<ImageRequestID>()
  /// Caching requests that wait for it.
  var starts: [ImageWish] = []

  var isWanted: Bool { !requests.isEmpty || !starts.isEmpty }
}

/// What a request gets.
enum ImageContent: Sendable {
  /// An image as decoded: it is turned, cut and resized at delivery.
  case source(PhotosImage)
  /// An image as delivered.
  case ready(PhotosImage)
  /// A file, with EXIF's orientation.
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
  /// Whether it waits for a download.
  var isDownloading = false
  /// Whether its final result is on its way to the handler.
  var isDelivering = false

  init(id: ImageRequestID, wish: ImageWish, progressCall: ProgressCall?, handler: Handler) {
    self.id = id
    self.wish = wish
    self.progressCall = progressCall
    self.handler = handler
  }

  /// What it was asked with, but for the progress handler.
  var options: ImageOptionsKey { wish.key.options }
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
    var info = ImageResultInfo(requestID: id)
    info.isFinal = false
    info.error = error
    return progressCall?(share, error, info) ?? false
  }
}

/// What the manager does once its state has changed and its lock is free.
enum ImageEffect: Sendable {
  /// Calls a request's handler.
  case deliver(PendingRequest, ImageContent?, ImageResultInfo, atOnce: Bool)
  /// Decodes the thumbnail on the calling thread and delivers it.
  case deliverThumbnail(PendingRequest, ImageResultInfo)
  /// Says that a request is cancelled.
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
