#if !hasFeature(Embedded)
  package import StrategyKit

  /// Any observer as one type, so that a replay is compiled twice, with nobody watching and with somebody, and not once an
  /// observer: that took half of a release build.
  package struct ErasedObserver: ReplayObserver {
    private var base: any ReplayObserver

    /// - Precondition: one that does not end decodes, which is decided as a replay is compiled.
    package init<Observer: ReplayObserver>(_ base: Observer) {
      precondition(!Observer.endsDecodes, "on the wall clock a replay is compiled for its observer")
      self.base = base
    }

    /// The observer with what it has seen.
    fileprivate func unwrapped<Observer: ReplayObserver>() -> Observer {
      guard let observer = base as? Observer else { preconditionFailure("an observer stays what it is") }
      return observer
    }

    package mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {
      base.frame(at: time, offset: offset, visible: visible)
    }
    package mutating func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) {
      base.start(items, tier: tier, at: time)
    }
    package mutating func stop(_ items: some Sequence<ItemRange>, at time: Nanoseconds) { base.stop(items, at: time) }
    package mutating func release(_ item: ItemID, at time: Nanoseconds) { base.release(item, at: time) }
    package mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
      base.request(item, slot: slot, outcome: outcome, at: time)
    }
    package mutating func show(_ item: ItemID, tier: Tier, at time: Nanoseconds) {
      base.show(item, tier: tier, at: time)
    }
    package mutating func cancel(_ item: ItemID, at time: Nanoseconds) { base.cancel(item, at: time) }
    package mutating func refuse(_ item: ItemID, at time: Nanoseconds) { base.refuse(item, at: time) }
    package mutating func begin(
      slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds
    ) {
      base.begin(slot: slot, cause: cause, cost: cost, bytes: bytes, at: time)
    }
    package mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
      base.end(slot: slot, kept: kept, at: time)
    }
    package mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
      base.drop(slot: slot, bytes: bytes, why: why, at: time)
    }
    package mutating func layout(target: PixelSize, at time: Nanoseconds) { base.layout(target: target, at: time) }
    package mutating func content(_ photos: [ItemRange], at time: Nanoseconds) { base.content(photos, at: time) }
    package mutating func stopCoarse(_ items: ItemRange, at time: Nanoseconds) { base.stopCoarse(items, at: time) }
    package mutating func cancelCoarse(_ item: ItemID, at time: Nanoseconds) { base.cancelCoarse(item, at: time) }
    package mutating func refuseCoarse(_ item: ItemID, at time: Nanoseconds) { base.refuseCoarse(item, at: time) }
    package mutating func download(_ item: ItemID, bytes: ByteCount, takes duration: Nanoseconds, at time: Nanoseconds)
    {
      base.download(item, bytes: bytes, takes: duration, at: time)
    }
    package mutating func downloaded(_ item: ItemID, at time: Nanoseconds) { base.downloaded(item, at: time) }
    package mutating func live(_ bytes: ByteCount, at time: Nanoseconds) { base.live(bytes, at: time) }
    package mutating func strategyWillPlan() { base.strategyWillPlan() }
    package mutating func strategyDidPlan() { base.strategyDidPlan() }
    package mutating func wantsBooksChecked(at time: Nanoseconds) -> Bool { base.wantsBooksChecked(at: time) }
    package mutating func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds) {
      base.booksDisagree(violation, at: time)
    }
  }
#endif

/// A replay with an observer, which it gives back with what it has seen; `replay` makes it with any observer as one type.
package func observed<Observer: ReplayObserver>(
  by observer: Observer, _ replay: (ErasedObserver) -> (tally: ReplayTally, observer: ErasedObserver)
) -> (tally: ReplayTally, observer: Observer) {
  #if hasFeature(Embedded)
    let box = ObserverBox(observer)
    return (replay(ErasedObserver(box)).tally, box.base)
  #else
    let (tally, erased) = replay(ErasedObserver(observer))
    return (tally, erased.unwrapped())
  #endif
}
