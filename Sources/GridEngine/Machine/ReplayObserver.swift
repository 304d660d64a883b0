public import StrategyKit

/// Is told of every event of a replay, in order: the event file, the real decoder, pictures, explanations and tests.
///
/// A replay tells its observer as it happens; an event file's reader tells it the same events again. Only `take` has to
/// be written: the others are for observers that need more than an event file says.
public protocol ReplayObserver {
  /// Takes the next event.
  ///
  /// - Parameter time: Nanoseconds since the start of the trace; never less than before.
  mutating func take(_ event: ReplayEvent, at time: Int64)
  /// Tells that the cell of a photo that waits shows an image from now on, its own or the thumbnail. This follows from
  /// requests and the ends of decodes, and is no event.
  mutating func show(_ photo: Int32, _ tier: Tier, at time: Int64)
  /// Tells that the strategy is about to be asked for a plan, or has answered.
  mutating func strategyWillPlan()
  mutating func strategyDidPlan()
  /// Returns whether the replay's books are to be checked, once all of a time has happened; a check takes as long as
  /// there are slots.
  mutating func isCheckingBooks(at time: Nanoseconds) -> Bool
  /// Tells that they do not agree: the replay has a defect.
  mutating func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds)
}

extension ReplayObserver {
  public mutating func show(_ photo: Int32, _ tier: Tier, at time: Int64) {}
  public mutating func strategyWillPlan() {}
  public mutating func strategyDidPlan() {}
  public mutating func isCheckingBooks(at time: Nanoseconds) -> Bool { false }
  public mutating func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds) {}
}

// An observer of any type as a replay holds it, which is compiled once; nil if there is none.

#if !hasFeature(Embedded)
  package typealias AnyObserver = any ReplayObserver

  /// Replays with an observer, and returns it with what it has seen.
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

  package func observed<Observer: ReplayObserver>(
    by observer: Observer, _ replay: (AnyObserver) -> (tally: ReplayTally, observer: AnyObserver?)
  ) -> (tally: ReplayTally, observer: Observer) {
    let box = ObserverBox(observer)
    return (replay(box).tally, box.base)
  }

  package protocol ObserverBoxing: AnyObject {
    func take(_ event: ReplayEvent, at time: Int64)
    func show(_ photo: Int32, _ tier: Tier, at time: Int64)
    func strategyWillPlan()
    func strategyDidPlan()
    func isCheckingBooks(at time: Nanoseconds) -> Bool
    func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds)
  }

  package final class ObserverBox<Base: ReplayObserver>: ObserverBoxing {
    package private(set) var base: Base

    package init(_ base: Base) { self.base = base }

    package func take(_ event: ReplayEvent, at time: Int64) { base.take(event, at: time) }
    package func show(_ photo: Int32, _ tier: Tier, at time: Int64) { base.show(photo, tier, at: time) }
    package func strategyWillPlan() { base.strategyWillPlan() }
    package func strategyDidPlan() { base.strategyDidPlan() }
    package func isCheckingBooks(at time: Nanoseconds) -> Bool { base.isCheckingBooks(at: time) }
    package func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds) {
      base.booksDisagree(violation, at: time)
    }
  }
#endif
