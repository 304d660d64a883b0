// Policies of any type as one, for an engine that is compiled once.

#if !hasFeature(Embedded)
  package typealias AnyStrategy = any StrategyBehaviour
  package typealias AnyEvictionPolicy = any EvictionBehaviour

  package func erased(_ strategy: some StrategyBehaviour) -> AnyStrategy { strategy }
  package func erased(_ policy: some EvictionBehaviour) -> AnyEvictionPolicy { policy }
#else
  // Embedded Swift allows values of protocol type only for classes, so each policy is in a box. It has one owner, the
  // engine that it was made for, so a box is as good as a copy.

  package typealias AnyStrategy = any StrategyBoxing
  package typealias AnyEvictionPolicy = any EvictionPolicyBoxing

  package func erased(_ strategy: some StrategyBehaviour) -> AnyStrategy { StrategyBox(strategy) }
  package func erased(_ policy: some EvictionBehaviour) -> AnyEvictionPolicy { EvictionPolicyBox(policy) }

  package protocol StrategyBoxing: AnyObject, Sendable {
    var subscribedEvents: StrategyEvents { get }
    var isRanking: Bool { get }
    var budget: ByteCount { get }
    func viewportChanged(_ frame: FrameContext, plan: inout Plan)
    func layoutChanged(to layout: GridLayout, at time: Nanoseconds)
    func itemRequested(_ item: ItemID, at time: Nanoseconds)
    func itemBecameResident(_ item: ItemID, at time: Nanoseconds)
    func itemDropped(_ item: ItemID, at time: Nanoseconds)
    func memoryWarning(at time: Nanoseconds)
    func resumed(under layout: GridLayout, at time: Nanoseconds)
    func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds)
    func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID?
    func victim(for item: ItemID, _ jobs: JobView) -> ItemID?
  }

  private final class StrategyBox<Base: StrategyBehaviour>: StrategyBoxing, @unchecked Sendable {
    private var base: Base

    init(_ base: Base) { self.base = base }

    var subscribedEvents: StrategyEvents { base.subscribedEvents }
    var isRanking: Bool { base.isRanking }
    var budget: ByteCount { base.budget }
    func viewportChanged(_ frame: FrameContext, plan: inout Plan) { base.viewportChanged(frame, plan: &plan) }
    func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { base.layoutChanged(to: layout, at: time) }
    func itemRequested(_ item: ItemID, at time: Nanoseconds) { base.itemRequested(item, at: time) }
    func itemBecameResident(_ item: ItemID, at time: Nanoseconds) { base.itemBecameResident(item, at: time) }
    func itemDropped(_ item: ItemID, at time: Nanoseconds) { base.itemDropped(item, at: time) }
    func memoryWarning(at time: Nanoseconds) { base.memoryWarning(at: time) }
    func resumed(under layout: GridLayout, at time: Nanoseconds) { base.resumed(under: layout, at: time) }
    func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
      base.contentChanged(from: firstItem, count: count, at: time)
    }
    func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { base.nextJob(jobs, at: time) }
    func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { base.victim(for: item, jobs) }
  }

  package protocol EvictionPolicyBoxing: AnyObject, Sendable {
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
