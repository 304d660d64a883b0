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
