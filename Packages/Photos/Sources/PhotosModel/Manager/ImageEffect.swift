import StrategyKit

/// What the manager does once its state has changed and its lock is free.
enum ImageEffect: Sendable {
  /// Calls a request's handler. An image that was decoded is first turned, cut and resized; one that a client holds is
  /// that already.
  case deliver(PendingRequest, PhotosImage?, ImageResultInfo, isReady: Bool, atOnce: Bool)
  /// Calls it with a file's bytes and orientation.
  case deliverData(PendingRequest, ImageFile?, ImageResultInfo)
  /// Decodes the thumbnail on the calling thread and delivers it.
  case deliverThumbnail(PendingRequest, ImageResultInfo)
  /// Says that a request is cancelled.
  case deliverCancelled(PendingRequest)
  case run(ImageJob)
  case progress(PendingRequest, Double, ImageResultInfo)
  case download(AssetID, number: Int, after: Nanoseconds)
}

/// What a data request gets.
struct ImageFile: Sendable {
  var bytes: [UInt8]
  /// EXIF's.
  var orientation: Int32
}
