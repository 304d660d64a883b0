public import CacheLab

/// Decodes that stand for all decodes of a replay: what an arm of a latency gate does.
public struct DecodeSlice: Hashable, Sendable {
  public struct Item: Hashable, Sendable {
    public var asset: Int
    public var scale: DecodeScale

    public init(asset: Int, scale: DecodeScale) {
      self.asset = asset
      self.scale = scale
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
