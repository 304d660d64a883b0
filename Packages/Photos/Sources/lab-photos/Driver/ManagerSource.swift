import Foundation
import GridPhotos
import PhotosModel
import Synchronization

/// A source of images that asks the model of an image manager, as `PhotosSource` asks `PHImageManager`, through the
/// same `PhotosRequests`. It has no thumbnails.
final class ManagerSource: ImageSource {
  private struct Result: Sendable {
    var number: Int
    var image: PhotosImage?
    var info: ImageResultInfo
  }

  private let manager: ImageManager
  private let options: ImageRequestOptions
  private let localOptions: ImageRequestOptions
  private let asset: (Int) -> Asset
  /// The results not yet passed to the driver; handlers may run on another thread.
  private let inbox = Mutex<[Result]>([])
  private let requests: PhotosRequests<PhotosImage>

  init(_ manager: ImageManager, _ options: ImageRequestOptions, asset: @escaping (Int) -> Asset) {
    self.manager = manager
    self.options = options
    localOptions = ImageRequestOptions(options.values)
    localOptions.isNetworkAccessAllowed = false
    self.asset = asset
    requests = PhotosRequests(cancel: { id in manager.cancelImageRequest(id) })
  }

  func bytes(of image: PhotosImage) -> Int { image.byteCount }

  func begin(_ request: ImageRequest<PhotosImage>) {
    let options = request.isDownload ? options : localOptions
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

  /// Passes results to the driver on its thread. The code that steps the model's time calls this; an app's source uses
  /// the main queue.
  func hear() {
    let results = inbox.withLock { results in
      defer { results = [] }
      return results
    }
    for result in results { requests.hear(result.image, PhotosResult(result.info), of: result.number) }
  }
}

extension PhotosResult {
  /// Creates a result from the info of the model.
  init(_ info: ImageResultInfo) {
    self.init()
    isDegraded = info.isDegraded
    isCancelled = info.isCancelled
    hasError = info.error != nil
    isInCloud = info.isInCloud
    requestID = info.requestID
  }
}
