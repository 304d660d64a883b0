public import CacheLab
public import StrategyKit

/// Decodes that stand for all decodes of a replay: what an arm of a latency gate does.
public struct DecodeSlice: Hashable, Sendable {
  public struct Item: Hashable, Sendable {
    /// What is held of a picture where it is not what the decoder gives, as BGRA.
    public struct Held: Hashable, Sendable {
      /// The whole picture after the reduction.
      public var whole: PixelSize
      /// The part that is held.
      public var size: PixelSize
      public var pixels: PixelFormat

      public init(whole: PixelSize, size: PixelSize, pixels: PixelFormat) {
        self.whole = whole
        self.size = size
        self.pixels = pixels
      }
    }

    public var asset: Int
    public var scale: DecodeScale
    public var held: Held?

    public init(asset: Int, scale: DecodeScale, held: Held? = nil) {
      self.asset = asset
      self.scale = scale
      self.held = held
    }

    public init(asset: Int, form: BitmapForm) {
      self.init(asset: asset, scale: form.scale)
      guard form.isReduced || form.pixels != .bgra else { return }
      held = Held(whole: form.whole, size: form.size, pixels: form.pixels)
    }

    /// The bitmap; nil where a picture of this size has no such one.
    public func form(of source: PixelSize) -> BitmapForm? {
      guard let held else { return BitmapForm(source, at: scale) }
      return BitmapForm(source, at: scale, whole: held.whole, size: held.size, pixels: held.pixels)
    }
  }

  public var items: [Item]

  public init(items: [Item]) { self.items = items }

  /// At most `count` of `all`, evenly spread, in their order.
  public init(of all: [Item], count: Int) {
    let kept = min(max(count, 0), all.count)
    items = (0..<kept).map { all[$0 * all.count / kept] }
  }
}
