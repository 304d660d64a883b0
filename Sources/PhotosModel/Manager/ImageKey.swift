import Strategies

/// What a cached image is found by.
struct ImageKey: Hashable, Sendable {
  var asset: AssetID
  /// An edited asset's images have other keys.
  var contentVersion: Int32
  var target: PixelSize
  var mode: ImageContentMode
  var options: ImageOptionsKey
}

/// What an image is wanted for: a request, or a caching request.
struct ImageWish: Sendable {
  var key: ImageKey
  var asset: Asset
  var plan: ImagePlan
  /// Bytes of the file.
  var fileBytes: Int32
  var hasThumbnail: Bool
  /// True when the thumbnail is as large as what is needed, and may stand for it.
  var usesThumbnail: Bool
}
