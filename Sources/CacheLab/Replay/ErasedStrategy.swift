import Strategies

/// Any strategy as one type, so that a replay need not be compiled for each: calls that go through it take a sixth of
/// a fast replay (measured).
struct ErasedStrategy: CacheStrategy {
  static let descriptor = PolicyDescriptor(id: "erased", summary: "stands for another strategy")

  private var base: any CacheStrategy

  init(_ base: any CacheStrategy) { self.base = base }

  init(_ parameters: ParameterValues) { preconditionFailure("an erased strategy stands for one that exists") }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { base.viewportChanged(frame, plan: &plan) }

  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { base.layoutChanged(to: layout, at: time) }

  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) { base.itemRequested(item, at: time) }

  mutating func itemBecameResident(_ item: ItemID, tier: Tier, at time: Nanoseconds) {
    base.itemBecameResident(item, tier: tier, at: time)
  }

  mutating func itemDropped(_ item: ItemID, tier: Tier, at time: Nanoseconds) {
    base.itemDropped(item, tier: tier, at: time)
  }

  mutating func memoryWarning(at time: Nanoseconds) { base.memoryWarning(at: time) }

  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
    base.contentChanged(from: firstItem, count: count, at: time)
  }
}
