import StrategyKit

/// Any observer as one type, so that a replay is compiled twice, with nobody watching and with somebody, and not once an
/// observer: that took half of a release build.
struct ErasedObserver: ReplayObserver {
  private var base: any ReplayObserver

  /// - Precondition: one that does not end decodes, which is decided as a replay is compiled.
  init<Observer: ReplayObserver>(_ base: Observer) {
    precondition(!Observer.endsDecodes, "on the wall clock a replay is compiled for its observer")
    self.base = base
  }

  /// The observer with what it has seen.
  func unwrapped<Observer: ReplayObserver>() -> Observer {
    guard let observer = base as? Observer else { preconditionFailure("an observer stays what it is") }
    return observer
  }

  mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {
    base.frame(at: time, offset: offset, visible: visible)
  }
  mutating func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) { base.start(items, tier: tier, at: time) }
  mutating func stop(_ items: some Sequence<ItemRange>, at time: Nanoseconds) { base.stop(items, at: time) }
  mutating func release(_ item: ItemID, at time: Nanoseconds) { base.release(item, at: time) }
  mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    base.request(item, slot: slot, outcome: outcome, at: time)
  }
  mutating func cancel(_ item: ItemID, at time: Nanoseconds) { base.cancel(item, at: time) }
  mutating func refuse(_ item: ItemID, at time: Nanoseconds) { base.refuse(item, at: time) }
  mutating func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
    base.begin(slot: slot, cause: cause, cost: cost, bytes: bytes, at: time)
  }
  mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) { base.end(slot: slot, kept: kept, at: time) }
  mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
    base.drop(slot: slot, bytes: bytes, why: why, at: time)
  }
  mutating func layout(target: PixelSize, at time: Nanoseconds) { base.layout(target: target, at: time) }
  mutating func content(_ photos: [ItemRange], at time: Nanoseconds) { base.content(photos, at: time) }
  mutating func stopCoarse(_ items: ItemRange, at time: Nanoseconds) { base.stopCoarse(items, at: time) }
  mutating func cancelCoarse(_ item: ItemID, at time: Nanoseconds) { base.cancelCoarse(item, at: time) }
  mutating func refuseCoarse(_ item: ItemID, at time: Nanoseconds) { base.refuseCoarse(item, at: time) }
  mutating func download(_ item: ItemID, bytes: ByteCount, takes duration: Nanoseconds, at time: Nanoseconds) {
    base.download(item, bytes: bytes, takes: duration, at: time)
  }
  mutating func downloaded(_ item: ItemID, at time: Nanoseconds) { base.downloaded(item, at: time) }
  mutating func live(_ bytes: ByteCount, at time: Nanoseconds) { base.live(bytes, at: time) }
  mutating func strategyWillPlan() { base.strategyWillPlan() }
  mutating func strategyDidPlan() { base.strategyDidPlan() }
  mutating func wantsBooksChecked(at time: Nanoseconds) -> Bool { base.wantsBooksChecked(at: time) }
  mutating func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds) {
    base.booksDisagree(violation, at: time)
  }
}
