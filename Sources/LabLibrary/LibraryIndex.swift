public import CacheLab
import StrategyKit

/// All that a replay reads of a library: never the files themselves, so that real decoding cannot feed back
/// into virtual time.
public struct LibraryIndex: Sendable {
  /// By asset.
  public let assets: ContiguousArray<AssetInfo>
  /// 32 hexadecimal digits over the bytes of the pool and of the recipes, or over the files of a folder: two
  /// libraries of one fingerprint hold the same photos.
  public let fingerprint: String

  public init(assets: ContiguousArray<AssetInfo>, fingerprint: String) {
    self.assets = assets
    self.fingerprint = fingerprint
  }

  public var count: Int { assets.count }

  /// Megapixels of a photo, the mean.
  public var megapixels: Double {
    let pixels = assets.reduce(0) { $0 + Double($1.size.width) * Double($1.size.height) }
    return pixels / Double(max(assets.count, 1)) / 1e6
  }

  public subscript(asset: Int) -> AssetInfo { assets[asset] }
}
