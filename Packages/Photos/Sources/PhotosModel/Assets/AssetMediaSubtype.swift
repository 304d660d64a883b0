/// Further kinds of an asset (`PHAssetMediaSubtype`, with its bits).
public struct AssetMediaSubtype: OptionSet, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static let photoPanorama = AssetMediaSubtype(rawValue: 1 << 0)
  public static let photoHDR = AssetMediaSubtype(rawValue: 1 << 1)
  public static let photoScreenshot = AssetMediaSubtype(rawValue: 1 << 2)
  public static let photoLive = AssetMediaSubtype(rawValue: 1 << 3)
  public static let photoDepthEffect = AssetMediaSubtype(rawValue: 1 << 4)
  public static let videoStreamed = AssetMediaSubtype(rawValue: 1 << 16)
  public static let videoHighFrameRate = AssetMediaSubtype(rawValue: 1 << 17)
  public static let videoTimelapse = AssetMediaSubtype(rawValue: 1 << 18)
}
