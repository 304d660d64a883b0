#if hasFeature(Embedded)
  package import StrategyKit

  /// Any observer as one type, or none, so that a replay is compiled once for all: a page loads what is compiled.
  ///
  /// Embedded Swift has no values of protocol type but references.
  package struct ErasedObserver: ReplayObserver {
    private let base: (any ObserverBoxing)?

    /// Nobody watches.
    package init() { base = nil }

    init(_ base: any ObserverBoxing) { self.base = base }

    package func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {
      base?.frame(at: time, offset: offset, visible: visible)
    }
    package func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) {
      base?.start(items, tier: tier, at: time)
    }
    package func stop(_ items: some Sequence<ItemRange>, at time: Nanoseconds) {
      if let base { base.stop(Array(items), at: time) }
    }
    package func release(_ item: ItemID, at time: Nanoseconds) { base?.release(item, at: time) }
    package func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
      base?.request(item, slot: slot, outcome: outcome, at: time)
    }
    package func show(_ item: ItemID, tier: Tier, at time: Nanoseconds) { base?.show(item, tier: tier, at: time) }
    package func cancel(_ item: ItemID, at time: Nanoseconds) { base?.cancel(item, at: time) }
    package func refuse(_ item: ItemID, at time: Nanoseconds) { base?.refuse(item, at: time) }
    package func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
      base?.begin(slot: slot, cause: cause, cost: cost, bytes: bytes, at: time)
    }
    package func end(slot: Int32, kept: Bool, at time: Nanoseconds) { base?.end(slot: slot, kept: kept, at: time) }
    package func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
      base?.drop(slot: slot, bytes: bytes, why: why, at: time)
    }
    package func layout(target: PixelSize, at time: Nanoseconds) { base?.layout(target: target, at: time) }
    package func content(_ photos: [ItemRange], at time: Nanoseconds) { base?.content(photos, at: time) }
    package func stopCoarse(_ items: ItemRange, at time: Nanoseconds) { base?.stopCoarse(items, at: time) }
    package func cancelCoarse(_ item: ItemID, at time: Nanoseconds) { base?.cancelCoarse(item, at: time) }
    package func refuseCoarse(_ item: ItemID, at time: Nanoseconds) { base?.refuseCoarse(item, at: time) }
    package func download(_ item: ItemID, bytes: ByteCount, takes duration: Nanoseconds, at time: Nanoseconds) {
      base?.download(item, bytes: bytes, takes: duration, at: time)
    }
    package func downloaded(_ item: ItemID, at time: Nanoseconds) { base?.downloaded(item, at: time) }
    package func live(_ bytes: ByteCount, at time: Nanoseconds) { base?.live(bytes, at: time) }
    package func strategyWillPlan() { base?.strategyWillPlan() }
    package func strategyDidPlan() { base?.strategyDidPlan() }
  }

  /// What a `ReplayObserver` hears.
  protocol ObserverBoxing: AnyObject {
    func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange)
    func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds)
    func stop(_ items: [ItemRange], at time: Nanoseconds)
    func release(_ item: ItemID, at time: Nanoseconds)
    func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds)
    func show(_ item: ItemID, tier: Tier, at time: Nanoseconds)
    func cancel(_ item: ItemID, at time: Nanoseconds)
    func refuse(_ item: ItemID, at time: Nanoseconds)
    func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds)
    func end(slot: Int32, kept: Bool, at time: Nanoseconds)
    func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds)
    func layout(target: PixelSize, at time: Nanoseconds)
    func content(_ photos: [ItemRange], at time: Nanoseconds)
    func stopCoarse(_ items: ItemRange, at time: Nanoseconds)
    func cancelCoarse(_ item: ItemID, at time: Nanoseconds)
    func refuseCoarse(_ item: ItemID, at time: Nanoseconds)
    func download(_ item: ItemID, bytes: ByteCount, takes duration: Nanoseconds, at time: Nanoseconds)
    func downloaded(_ item: ItemID, at time: Nanoseconds)
    func live(_ bytes: ByteCount, at time: Nanoseconds)
    func strategyWillPlan()
    func strategyDidPlan()
  }

  final class ObserverBox<Base: ReplayObserver>: ObserverBoxing {
    var base: Base

    init(_ base: Base) { self.base = base }

    func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {
      base.frame(at: time, offset: offset, visible: visible)
    }
    func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) { base.start(items, tier: tier, at: time) }
    func stop(_ items: [ItemRange], at time: Nanoseconds) { base.stop(items, at: time) }
    func release(_ item: ItemID, at time: Nanoseconds) { base.release(item, at: time) }
    func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
      base.request(item, slot: slot, outcome: outcome, at: time)
    }
    func show(_ item: ItemID, tier: Tier, at time: Nanoseconds) { base.show(item, tier: tier, at: time) }
    func cancel(_ item: ItemID, at time: Nanoseconds) { base.cancel(item, at: time) }
    func refuse(_ item: ItemID, at time: Nanoseconds) { base.refuse(item, at: time) }
    func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
      base.begin(slot: slot, cause: cause, cost: cost, bytes: bytes, at: time)
    }
    func end(slot: Int32, kept: Bool, at time: Nanoseconds) { base.end(slot: slot, kept: kept, at: time) }
    func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
      base.drop(slot: slot, bytes: bytes, why: why, at: time)
    }
    func layout(target: PixelSize, at time: Nanoseconds) { base.layout(target: target, at: time) }
    func content(_ photos: [ItemRange], at time: Nanoseconds) { base.content(photos, at: time) }
    func stopCoarse(_ items: ItemRange, at time: Nanoseconds) { base.stopCoarse(items, at: time) }
    func cancelCoarse(_ item: ItemID, at time: Nanoseconds) { base.cancelCoarse(item, at: time) }
    func refuseCoarse(_ item: ItemID, at time: Nanoseconds) { base.refuseCoarse(item, at: time) }
    func download(_ item: ItemID, bytes: ByteCount, takes duration: Nanoseconds, at time: Nanoseconds) {
      base.download(item, bytes: bytes, takes: duration, at: time)
    }
    func downloaded(_ item: ItemID, at time: Nanoseconds) { base.downloaded(item, at: time) }
    func live(_ bytes: ByteCount, at time: Nanoseconds) { base.live(bytes, at: time) }
    func strategyWillPlan() { base.strategyWillPlan() }
    func strategyDidPlan() { base.strategyDidPlan() }
  }
#endif
