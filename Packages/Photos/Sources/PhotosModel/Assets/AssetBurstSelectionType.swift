/// Who chose a photo of a burst (`PHAssetBurstSelectionType`, with its bits).
public struct AssetBurstSelectionType: OptionSet, Hashable, Sendable {
  public let rawValue: Int64

  public init(rawValue: Int64) { self.rawValue = rawValue }

  public static let autoPick = AssetBurstSelectionType(rawValue: 1 << 0)
  public static let userPick = AssetBurstSelectionType(rawValue: 1 << 1)
}
