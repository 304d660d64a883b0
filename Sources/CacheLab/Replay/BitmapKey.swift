public import StrategyKit

/// What a decode is for: an item's image at one target size and tier.
public struct BitmapKey: Hashable, Sendable {
  public var item: Int32
  public var size: PixelSize
  public var tier: Tier

  public init(item: Int32, size: PixelSize, tier: Tier = .full) {
    self.item = item
    self.size = size
    self.tier = tier
  }
}
