/// A request that has not had its final result.
struct PendingRequest: Sendable {
  enum Handler: Sendable {
    case image(@Sendable (PhotosImage?, ImageResultInfo) -> Void)
    case data(@Sendable ([UInt8]?, String?, Int32, ImageResultInfo) -> Void)
  }

  let id: ImageRequestID
  var wish: ImageWish
  let progressHandler: ImageRequestOptions.ProgressHandler?
  let handler: Handler
  /// Jobs that it waits for, in the order in which they were made.
  var jobs: [Int] = []
  var isInCloud = false
  /// Whether it waits for a download.
  var isDownloading = false
  /// Whether its final result is on its way to the handler.
  var isDelivering = false
  /// Taken while the handler runs: a degraded result that comes late waits for nothing and comes no more.
  let gate = DeliveryGate()

  /// What it was asked with, but for the progress handler.
  var options: ImageOptionsKey { wish.key.options }

  var isData: Bool { if case .data = handler { true } else { false } }

  func info() -> ImageResultInfo {
    var info = ImageResultInfo(requestID: id)
    info.isInCloud = isInCloud
    return info
  }
}

extension PendingRequest {
  func call(_ image: PhotosImage?, _ info: ImageResultInfo) {
    if case .image(let handler) = handler { handler(image, info) }
  }

  func call(_ file: ImageFile?, _ info: ImageResultInfo) {
    if case .data(let handler) = handler {
      handler(file?.bytes, file == nil ? nil : "public.jpeg", file?.orientation ?? 1, info)
    }
  }
}
