import GridDriver
import PhotosModel
import StrategyKit
import Synchronization

/// Lets a grid's driver ask an image manager, as an app's source asks `PHImageManager`.
final class ManagerSource: ImageSource {
  private struct Result: Sendable {
    var id: ImageRequestID
    var image: PhotosImage?
    var info: ImageResultInfo
  }

  /// Results that the driver has not heard: handlers may run on another thread.
  private final class Inbox: Sendable {
    let results = Mutex<[Result]>([])
  }

  private let manager: ImageManager
  private let options: ImageRequestOptions
  /// The asset at a place of the grid.
  private let asset: (Int) -> Asset
  private let inbox = Inbox()
  private var open: [ImageRequestID: ImageRequest<PhotosImage>] = [:]

  init(_ manager: ImageManager, _ options: ImageRequestOptions, asset: @escaping (Int) -> Asset) {
    self.manager = manager
    self.options = options
    self.asset = asset
  }

  func begin(_ request: ImageRequest<PhotosImage>) {
    let inbox = inbox
    let id = manager.requestImage(
      for: asset(request.place), targetSize: request.targetSize, contentMode: .aspectFill, options: options
    ) { image, info in inbox.results.withLock { $0.append(Result(id: info.requestID, image: image, info: info)) } }
    open[id] = request
  }

  func cancel(_ request: ImageRequest<PhotosImage>) {
    guard let id = open.first(where: { $0.value === request })?.key else { return }
    open[id] = nil
    manager.cancelImageRequest(id)
  }

  /// Passes results on, on the driver's thread. False when there was none.
  @discardableResult
  func hear() -> Bool {
    let results = inbox.results.withLock { results in
      defer { results = [] }
      return results
    }
    for result in results {
      guard let request = open[result.id] else { continue }
      if result.info.isFinal { open[result.id] = nil }
      switch (result.image, result.info.isDegraded) {
      case (let image?, true): request.answer(.thumbnail(image))
      case (let image?, false): request.answer(.image(image, bytes: image.byteCount))
      case (nil, _): request.answer(.failure)
      }
    }
    return !results.isEmpty
  }
}
