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
