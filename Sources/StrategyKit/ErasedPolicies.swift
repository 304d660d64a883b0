// Type-erased policies for an engine that is compiled once.

#if !hasFeature(Embedded)
  package typealias AnyStrategy = any StrategyBehaviour
  package typealias AnyRankingStrategy = any RankingBehaviour
  package typealias AnyEvictionPolicy = any EvictionBehaviour

  package func erased(_ strategy: some StrategyBehaviour) -> AnyStrategy { strategy }
  func erased(ranking strategy: some RankingBehaviour) -> AnyStrategy { strategy }
  package func erased(_ policy: some EvictionBehaviour) -> AnyEvictionPolicy { policy }

  extension StrategyBehaviour {
    /// The strategy as a ranking one, or nil if it does not rank.
    package var ranking: AnyRankingStrategy? { self as? any RankingBehaviour }
  }

  extension RankingBehaviour {
    /// Returns the budget without a copy of the strategy, which reading it through an optional would make.
    package mutating func budgetInPlace() -> ByteCount { budget }
  }
#else
  // Embedded Swift allows values of protocol type only for classes, so each policy is in a box. It has one owner, the
  // engine that it was made for, so a box is as good as a copy.

  package typealias AnyStrategy = StrategyBox
  package typealias AnyRankingStrategy = StrategyBox
  package typealias AnyEvictionPolicy = any EvictionPolicyBoxing

  package func erased(_ strategy: some StrategyBehaviour) -> AnyStrategy { PlainBox(strategy) }
  package func erased(ranking strategy: some RankingBehaviour) -> AnyStrategy { RankingBox(strategy) }
  package func erased(_ policy: some EvictionBehaviour) -> AnyEvictionPolicy { EvictionPolicyBox(policy) }

  /// A strategy behind a reference, itself a strategy so that it can be wrapped. Only subclasses are instantiated.
  package class StrategyBox: RankingBehaviour, @unchecked Sendable {
    package var ranking: AnyRankingStrategy? { nil }
    package var subscribedEvents: StrategyEvents { .all }
    package var budget: ByteCount { ByteCount(rawValue: .max) }
    package func budgetInPlace() -> ByteCount { budget }
    package func viewportChanged(_ frame: FrameContext, plan: inout Plan) {}
    package func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {}
    package func itemRequested(_ item: ItemID, at time: Nanoseconds) {}
    package func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {}
    package func itemDropped(_ item: ItemID, at time: Nanoseconds) {}
    package func memoryWarning(at time: Nanoseconds) {}
    package func resumed(under layout: GridLayout, at time: Nanoseconds) {}
    package func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {}
    package func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { nil }
    package func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { nil }
  }

  private class PlainBox<Base: StrategyBehaviour>: StrategyBox, @unchecked Sendable {
    final var base: Base

    init(_ base: Base) { self.base = base }

    final override var subscribedEvents: StrategyEvents { base.subscribedEvents }
    final override func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
      base.viewportChanged(frame, plan: &plan)
    }
    final override func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
      base.layoutChanged(to: layout, at: time)
    }
    final override func itemRequested(_ item: ItemID, at time: Nanoseconds) { base.itemRequested(item, at: time) }
    final override func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
      base.itemBecameResident(item, at: time)
    }
    final override func itemDropped(_ item: ItemID, at time: Nanoseconds) { base.itemDropped(item, at: time) }
    final override func memoryWarning(at time: Nanoseconds) { base.memoryWarning(at: time) }
    final override func resumed(under layout: GridLayout, at time: Nanoseconds) {
      base.resumed(under: layout, at: time)
    }
    final override func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
      base.contentChanged(from: firstItem, count: count, at: time)
    }
  }

  private final class RankingBox<Base: RankingBehaviour>: PlainBox<Base>, @unchecked Sendable {
    override var ranking: AnyRankingStrategy? { self }
    override var budget: ByteCount { base.budget }
    override func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { base.nextJob(jobs, at: time) }
    override func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { base.victim(for: item, jobs) }
  }

  /// An eviction policy behind a reference.
  package protocol EvictionPolicyBoxing: AnyObject, Sendable {
    var canKeepBitmaps: Bool { get }
    var budget: ByteCount { get }
    var canServeSmallerRequests: Bool { get }
    func reset(slotCount: Int, sizeClasses: Int)
    func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?)
    func requested(_ slot: Int32, bytes: ByteCount)
    func started(_ slot: Int32, bytes: ByteCount)
    func becameResident(_ slot: Int32, bytes: ByteCount)
    func dropped(_ slot: Int32)
    func victim(where canGo: (Int32) -> Bool) -> Int32?
    func checkInvariants() throws(InvariantViolation)
  }

  private final class EvictionPolicyBox<Base: EvictionBehaviour>: EvictionPolicyBoxing, @unchecked Sendable {
    private var base: Base

    init(_ base: Base) { self.base = base }

    var canKeepBitmaps: Bool { base.canKeepBitmaps }
    var budget: ByteCount { base.budget }
    var canServeSmallerRequests: Bool { base.canServeSmallerRequests }
    func reset(slotCount: Int, sizeClasses: Int) { base.reset(slotCount: slotCount, sizeClasses: sizeClasses) }
    func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
      base.layoutChanged(to: layout, sizes: sizes)
    }
    func requested(_ slot: Int32, bytes: ByteCount) { base.requested(slot, bytes: bytes) }
    func started(_ slot: Int32, bytes: ByteCount) { base.started(slot, bytes: bytes) }
    func becameResident(_ slot: Int32, bytes: ByteCount) { base.becameResident(slot, bytes: bytes) }
    func dropped(_ slot: Int32) { base.dropped(slot) }
    func victim(where canGo: (Int32) -> Bool) -> Int32? { base.victim(where: canGo) }
    func checkInvariants() throws(InvariantViolation) { try base.checkInvariants() }
  }
#endif
