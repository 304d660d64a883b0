public import CacheLab

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

  public subscript(asset: Int) -> AssetInfo { assets[asset] }
}
