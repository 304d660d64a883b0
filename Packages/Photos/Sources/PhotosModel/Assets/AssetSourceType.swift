/// Where an asset came from (`PHAssetSourceType`, with its bits).
public struct AssetSourceType: OptionSet, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static let typeUserLibrary = AssetSourceType(rawValue: 1 << 0)
  public static let typeCloudShared = AssetSourceType(rawValue: 1 << 1)
  public static let typeiTunesSynced = AssetSourceType(rawValue: 1 << 2)

  /// The types that are set, one by one, smallest bit first.
  public var each: [AssetSourceType] {
    [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced].filter { contains($0) }
  }
}
