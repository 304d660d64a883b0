import Foundation
import GridPhotos
import PhotosModel
import Synchronization

/// Lets a grid's driver ask the model of an image manager, as `PhotosSource` asks `PHImageManager`: what is open and what a
/// result means is decided by the same code, `PhotosRequests`.
final class ManagerSource: ImageSource {
  private struct Result: Sendable {
    var number: Int
    var image: PhotosImage?
    var info: ImageResultInfo
  }

  let thumbnailSize: PixelSize?
  private let manager: ImageManager
  private let options: ImageRequestOptions
  private let localOptions: ImageRequestOptions
  private let thumbnailOptions = ImageRequestOptions()
  private let asset: (Int) -> Asset
  /// Results that the driver has not heard: handlers may run on another thread.
  private let inbox = Mutex<[Result]>([])
  private let requests: PhotosRequests<PhotosImage>

  /// - Parameter thumbnailSize: What is asked for where a thumbnail is wanted; nil for no thumbnails.
  init(
    _ manager: ImageManager, _ options: ImageRequestOptions, thumbnailSize: PixelSize? = nil,
    asset: @escaping (Int) -> Asset
  ) {
    self.manager = manager
    self.thumbnailSize = thumbnailSize
    thumbnailOptions.deliveryMode = .fastFormat
    self.options = options
    localOptions = ImageRequestOptions(options.values)
    localOptions.isNetworkAccessAllowed = false
    self.asset = asset
    requests = PhotosRequests(cancel: { id in manager.cancelImageRequest(id) })
  }

  func bytes(of image: PhotosImage) -> Int { image.byteCount }

  func begin(_ request: ImageRequest<PhotosImage>) {
    let options = request.tier == .coarse ? thumbnailOptions : request.isDownload ? options : localOptions
    let (isOnly, canDownload) = (options.deliveryMode != .opportunistic, self.options.isNetworkAccessAllowed)
    requests.begin(request, isOnly: isOnly, canDownload: canDownload) { number in
      manager.requestImage(
        for: asset(request.place), targetSize: CGSize(request.targetSize), contentMode: .aspectFill, options: options
      ) { image, info in
        self.inbox.withLock { $0.append(Result(number: number, image: image, info: ImageResultInfo(info))) }
      }
    }
  }

  func cancel(_ request: ImageRequest<PhotosImage>) { requests.cancel(request) }

  /// Passes results on, on the driver's thread. The code that steps the model's time calls it; an app's source needs no such
  /// call, because its handlers go to the main queue.
  func hear() {
    let results = inbox.withLock { results in
      defer { results = [] }
      return results
    }
    for result in results { requests.hear(result.image, PhotosResult(result.info), of: result.number) }
  }
}

extension PhotosResult {
  /// What the model tells, by the same names.
  init(_ info: ImageResultInfo) {
    self.init()
    isDegraded = info.isDegraded
    isCancelled = info.isCancelled
    hasError = info.error != nil
    isInCloud = info.isInCloud
    requestID = info.requestID
  }
}
