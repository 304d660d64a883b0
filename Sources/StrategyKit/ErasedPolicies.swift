// A policy whose type only its maker knows, as an engine holds it that is compiled once.

#if !hasFeature(Embedded)
  package typealias AnyStrategy = any CacheStrategy
  package typealias AnyRankingStrategy = any RankingStrategy
  package typealias AnyRetentionPolicy = any RetentionPolicy
  package typealias AnyCoarsePolicy = any CoarsePolicy

  package func erased(_ strategy: some CacheStrategy) -> AnyStrategy { strategy }
  func erased(ranking strategy: some RankingStrategy) -> AnyStrategy { strategy }
  package func erased(_ policy: some RetentionPolicy) -> AnyRetentionPolicy { policy }
  package func erased(_ policy: some CoarsePolicy) -> AnyCoarsePolicy { policy }

  extension CacheStrategy {
    /// The same as one that ranks; nil where it does not.
    package var ranking: AnyRankingStrategy? { self as? any RankingStrategy }
    package var heard: StrategyEvents { Self.hears }
  }

  extension RankingStrategy {
    /// Its budget, read where it stands: a property of an optional is read from a copy of the whole strategy.
    package mutating func budgetInPlace() -> ByteCount { budget }
  }

  extension RetentionPolicy {
    package var keeps: Bool { Self.keepsBitmaps }
  }
#else
  // Embedded Swift has values of protocol type only where they are references: each policy is in a box. It
  // has one owner, the engine that it was made for, so a box is as good as a copy.

  package typealias AnyStrategy = any StrategyBoxing
  package typealias AnyRankingStrategy = any StrategyBoxing
  package typealias AnyRetentionPolicy = any RetentionBoxing
  package typealias AnyCoarsePolicy = any CoarseBoxing

  package func erased(_ strategy: some CacheStrategy) -> AnyStrategy { StrategyBox(strategy) }
  package func erased(ranking strategy: some RankingStrategy) -> AnyStrategy { RankingBox(strategy) }
  package func erased(_ policy: some RetentionPolicy) -> AnyRetentionPolicy { RetentionBox(policy) }
  package func erased(_ policy: some CoarsePolicy) -> AnyCoarsePolicy { CoarseBox(policy) }

  /// What `CacheStrategy` and `RankingStrategy` are asked for.
  package protocol StrategyBoxing: AnyObject, Sendable {
    var ranking: AnyRankingStrategy? { get }
    var heard: StrategyEvents { get }
    var budget: ByteCount { get }
    func budgetInPlace() -> ByteCount
    func viewportChanged(_ frame: FrameContext, plan: inout Plan)
    func layoutChanged(to layout: GridLayout, at time: Nanoseconds)
    func itemRequested(_ item: ItemID, at time: Nanoseconds)
    func itemBecameResident(_ item: ItemID, at time: Nanoseconds)
    func itemDropped(_ item: ItemID, at time: Nanoseconds)
    func memoryWarning(at time: Nanoseconds)
    func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds)
    func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID?
    func victim(for item: ItemID, _ jobs: JobView) -> ItemID?
  }

  private class StrategyBox<Base: CacheStrategy>: StrategyBoxing, @unchecked Sendable {
    final var base: Base

    init(_ base: Base) { self.base = base }

    var ranking: AnyRankingStrategy? { nil }
    final var heard: StrategyEvents { Base.hears }
    var budget: ByteCount { ByteCount(rawValue: .max) }
    func budgetInPlace() -> ByteCount { ByteCount(rawValue: .max) }
    final func viewportChanged(_ frame: FrameContext, plan: inout Plan) { base.viewportChanged(frame, plan: &plan) }
    final func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { base.layoutChanged(to: layout, at: time) }
    final func itemRequested(_ item: ItemID, at time: Nanoseconds) { base.itemRequested(item, at: time) }
    final func itemBecameResident(_ item: ItemID, at time: Nanoseconds) { base.itemBecameResident(item, at: time) }
    final func itemDropped(_ item: ItemID, at time: Nanoseconds) { base.itemDropped(item, at: time) }
    final func memoryWarning(at time: Nanoseconds) { base.memoryWarning(at: time) }
    final func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
      base.contentChanged(from: firstItem, count: count, at: time)
    }
    func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { nil }
    func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { nil }
  }

  private final class RankingBox<Base: RankingStrategy>: StrategyBox<Base>, @unchecked Sendable {
    override var ranking: AnyRankingStrategy? { self }
    override var budget: ByteCount { base.budget }
    override func budgetInPlace() -> ByteCount { base.budget }
    override func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { base.nextJob(jobs, at: time) }
    override func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { base.victim(for: item, jobs) }
  }

  /// A box as a strategy again, for what wraps one.
  package struct BoxedStrategy: CacheStrategy {
    package static let descriptor = PolicyDescriptor(id: "boxed", summary: "stands for another strategy")
    package static var hears: StrategyEvents { [.requests, .residency] }

    private let box: AnyStrategy

    package init(_ box: AnyStrategy) { self.box = box }
    package init(_ parameters: ParameterValues) { preconditionFailure("it stands for a strategy that exists") }

    package func viewportChanged(_ frame: FrameContext, plan: inout Plan) { box.viewportChanged(frame, plan: &plan) }
    package func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { box.layoutChanged(to: layout, at: time) }
    package func itemRequested(_ item: ItemID, at time: Nanoseconds) {
      if box.heard.contains(.requests) { box.itemRequested(item, at: time) }
    }
    package func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
      if box.heard.contains(.residency) { box.itemBecameResident(item, at: time) }
    }
    package func itemDropped(_ item: ItemID, at time: Nanoseconds) {
      if box.heard.contains(.residency) { box.itemDropped(item, at: time) }
    }
    package func memoryWarning(at time: Nanoseconds) { box.memoryWarning(at: time) }
    package func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
      box.contentChanged(from: firstItem, count: count, at: time)
    }
  }

  /// The same of one that ranks.
  package struct BoxedRanking: RankingStrategy {
    package static let descriptor = PolicyDescriptor(id: "boxed-ranking", summary: "stands for another strategy")
    package static var hears: StrategyEvents { BoxedStrategy.hears }

    private let box: AnyRankingStrategy
    private let plain: BoxedStrategy

    package init(_ box: AnyRankingStrategy) {
      self.box = box
      plain = BoxedStrategy(box)
    }
    package init(_ parameters: ParameterValues) { preconditionFailure("it stands for a strategy that exists") }

    package var budget: ByteCount { box.budget }
    package func viewportChanged(_ frame: FrameContext, plan: inout Plan) { plain.viewportChanged(frame, plan: &plan) }
    package func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
      plain.layoutChanged(to: layout, at: time)
    }
    package func itemRequested(_ item: ItemID, at time: Nanoseconds) { plain.itemRequested(item, at: time) }
    package func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
      plain.itemBecameResident(item, at: time)
    }
    package func itemDropped(_ item: ItemID, at time: Nanoseconds) { plain.itemDropped(item, at: time) }
    package func memoryWarning(at time: Nanoseconds) { plain.memoryWarning(at: time) }
    package func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
      plain.contentChanged(from: firstItem, count: count, at: time)
    }
    package func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { box.nextJob(jobs, at: time) }
    package func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { box.victim(for: item, jobs) }
  }

  /// What `RetentionPolicy` is asked for.
  package protocol RetentionBoxing: AnyObject, Sendable {
    var keeps: Bool { get }
    var budget: ByteCount { get }
    var keptBudget: ByteCount { get }
    var servesSmallerRequests: Bool { get }
    func reset(slotCount: Int, sizeClasses: Int)
    func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?)
    func requested(_ slot: Int32, bytes: ByteCount)
    func started(_ slot: Int32, bytes: ByteCount)
    func becameResident(_ slot: Int32, bytes: ByteCount)
    func dropped(_ slot: Int32)
    func victim(where mayGo: (Int32) -> Bool) -> Int32?
    func checkInvariants() throws(InvariantViolation)
  }

  private final class RetentionBox<Base: RetentionPolicy>: RetentionBoxing, @unchecked Sendable {
    private var base: Base

    init(_ base: Base) { self.base = base }

    var keeps: Bool { Base.keepsBitmaps }
    var budget: ByteCount { base.budget }
    var keptBudget: ByteCount { base.keptBudget }
    var servesSmallerRequests: Bool { base.servesSmallerRequests }
    func reset(slotCount: Int, sizeClasses: Int) { base.reset(slotCount: slotCount, sizeClasses: sizeClasses) }
    func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
      base.layoutChanged(to: layout, sizes: sizes)
    }
    func requested(_ slot: Int32, bytes: ByteCount) { base.requested(slot, bytes: bytes) }
    func started(_ slot: Int32, bytes: ByteCount) { base.started(slot, bytes: bytes) }
    func becameResident(_ slot: Int32, bytes: ByteCount) { base.becameResident(slot, bytes: bytes) }
    func dropped(_ slot: Int32) { base.dropped(slot) }
    func victim(where mayGo: (Int32) -> Bool) -> Int32? { base.victim(where: mayGo) }
    func checkInvariants() throws(InvariantViolation) { try base.checkInvariants() }
  }

  /// What `CoarsePolicy` is asked for.
  package protocol CoarseBoxing: AnyObject, Sendable {
    func viewportChanged(_ frame: FrameContext, _ jobs: JobView, plan: inout Plan)
    func layoutChanged(to layout: GridLayout, at time: Nanoseconds)
  }

  private final class CoarseBox<Base: CoarsePolicy>: CoarseBoxing, @unchecked Sendable {
    private var base: Base

    init(_ base: Base) { self.base = base }

    func viewportChanged(_ frame: FrameContext, _ jobs: JobView, plan: inout Plan) {
      base.viewportChanged(frame, jobs, plan: &plan)
    }
    func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { base.layoutChanged(to: layout, at: time) }
  }
#endif
