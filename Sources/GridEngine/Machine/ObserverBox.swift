#if hasFeature(Embedded)
  package import StrategyKit
#else
  import StrategyKit
#endif

// An observer of any type as a replay holds it, which is compiled once. Where nobody watches it holds nil.

#if !hasFeature(Embedded)
  package typealias AnyObserver = any ReplayObserver

  extension ReplayObserver {
    var endsDecodes: Bool { Self.endsDecodes }
    mutating func stop(_ items: ItemRange, at time: Nanoseconds) { stop(CollectionOfOne(items), at: time) }
  }

  package func erased(_ observer: some ReplayObserver) -> AnyObserver { observer }

  /// Replays with an observer, and gives it back with what it has seen.
  package func observed<Observer: ReplayObserver>(
    by observer: Observer, _ replay: (AnyObserver) -> (tally: ReplayTally, observer: AnyObserver?)
  ) -> (tally: ReplayTally, observer: Observer) {
    let (tally, seen) = replay(observer)
    guard let seen = seen as? Observer else { preconditionFailure("an observer stays what it is") }
    return (tally, seen)
  }
#else
  // Embedded Swift has no values of protocol type but references.
  package typealias AnyObserver = any ObserverBoxing

  package func erased(_ observer: some ReplayObserver) -> AnyObserver { ObserverBox(observer) }

  package func observed<Observer: ReplayObserver>(
    by observer: Observer, _ replay: (AnyObserver) -> (tally: ReplayTally, observer: AnyObserver?)
  ) -> (tally: ReplayTally, observer: Observer) {
    let box = ObserverBox(observer)
    return (replay(box).tally, box.base)
  }

  /// What a `ReplayObserver` hears.
  package protocol ObserverBoxing: AnyObject {
    var endsDecodes: Bool { get }
    func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange)
    func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds)
    func stop(_ items: ItemRange, at time: Nanoseconds)
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
    func wantsBooksChecked(at time: Nanoseconds) -> Bool
    func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds)
  }

  /// An observer as a reference.
  package final class ObserverBox<Base: ReplayObserver>: ObserverBoxing {
    package private(set) var base: Base

    package init(_ base: Base) { self.base = base }

    package var endsDecodes: Bool { Base.endsDecodes }

    package func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {
      base.frame(at: time, offset: offset, visible: visible)
    }
    package func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) { base.start(items, tier: tier, at: time) }
    package func stop(_ items: ItemRange, at time: Nanoseconds) { base.stop(CollectionOfOne(items), at: time) }
    package func stop(_ items: [ItemRange], at time: Nanoseconds) { base.stop(items, at: time) }
    package func release(_ item: ItemID, at time: Nanoseconds) { base.release(item, at: time) }
    package func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
      base.request(item, slot: slot, outcome: outcome, at: time)
    }
    package func show(_ item: ItemID, tier: Tier, at time: Nanoseconds) { base.show(item, tier: tier, at: time) }
    package func cancel(_ item: ItemID, at time: Nanoseconds) { base.cancel(item, at: time) }
    package func refuse(_ item: ItemID, at time: Nanoseconds) { base.refuse(item, at: time) }
    package func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
      base.begin(slot: slot, cause: cause, cost: cost, bytes: bytes, at: time)
    }
    package func end(slot: Int32, kept: Bool, at time: Nanoseconds) { base.end(slot: slot, kept: kept, at: time) }
    package func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
      base.drop(slot: slot, bytes: bytes, why: why, at: time)
    }
    package func layout(target: PixelSize, at time: Nanoseconds) { base.layout(target: target, at: time) }
    package func content(_ photos: [ItemRange], at time: Nanoseconds) { base.content(photos, at: time) }
    package func stopCoarse(_ items: ItemRange, at time: Nanoseconds) { base.stopCoarse(items, at: time) }
    package func cancelCoarse(_ item: ItemID, at time: Nanoseconds) { base.cancelCoarse(item, at: time) }
    package func refuseCoarse(_ item: ItemID, at time: Nanoseconds) { base.refuseCoarse(item, at: time) }
    package func download(_ item: ItemID, bytes: ByteCount, takes duration: Nanoseconds, at time: Nanoseconds) {
      base.download(item, bytes: bytes, takes: duration, at: time)
    }
    package func downloaded(_ item: ItemID, at time: Nanoseconds) { base.downloaded(item, at: time) }
    package func live(_ bytes: ByteCount, at time: Nanoseconds) { base.live(bytes, at: time) }
    package func strategyWillPlan() { base.strategyWillPlan() }
    package func strategyDidPlan() { base.strategyDidPlan() }
    package func wantsBooksChecked(at time: Nanoseconds) -> Bool { base.wantsBooksChecked(at: time) }
    package func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds) {
      base.booksDisagree(violation, at: time)
    }
  }
#endif
