/// An event of a replay, as an observer is told it and as a line of an event file says it.
///
/// Items are the numbers of photos; bytes, thousandths of a point and nanoseconds are whole numbers. A new case is a
/// compiler's error in the text and the fields of event files, the follower, explanations, pictures and timelines. What has
/// a `default` (the player, the real decoder) is to be looked at.
public enum ReplayEvent: Hashable, Sendable {
  /// The grid shows `offset`, in thousandths of a point, and the cells of these places.
  case frame(offset: Int64, visible: ItemRange)
  case start([ItemRange], Tier)
  case stop([ItemRange], Tier)
  /// The item's cell left the screen.
  case release(Int32)
  /// The item's cell entered the screen and asked for its image.
  case request(Int32, PixelSize, RequestOutcome)
  case cancel(Int32, Tier)
  case refuse(Int32, Tier)
  /// The cost is what the device declares, nanoseconds.
  case begin(BitmapKey, cause: JobCause, cost: Int64, bytes: Int64)
  case end(BitmapKey, kept: Bool)
  case drop(BitmapKey, bytes: Int64, why: DropReason)
  /// A photo's file is on its way from the cloud: bytes and nanoseconds. Said once an item, whatever its target sizes.
  case download(Int32, bytes: Int64, cost: Int64)
  /// It is here, and stays.
  case downloaded(Int32)
  /// Cells ask for another target size from the next frame on.
  case layout(PixelSize)
  /// The grid shows these photos from now on, place by place; none says that they are the library's first ones.
  ///
  /// In all other events an item is the number of its photo, which is its place until this event.
  case content([ItemRange])
  /// The ledger's bytes after a change.
  case live(Int64)
}

/// An event and its time, nanoseconds since the start of the trace.
public struct TimedEvent: Hashable, Sendable {
  public var time: Int64
  public var event: ReplayEvent

  public init(time: Int64, event: ReplayEvent) {
    self.time = time
    self.event = event
  }
}

/// The key of a decode: an item's image at one target size and tier.
public struct BitmapKey: Hashable, Sendable {
  public var item: Int32
  public var size: PixelSize
  public var tier: Tier

  public init(item: Int32, size: PixelSize, tier: Tier = .full) {
    self.item = item
    self.size = size
    self.tier = tier
  }
}

extension SlotTable {
  package func key(ofSlot slot: Int32) -> BitmapKey {
    BitmapKey(item: item(ofSlot: slot).rawValue, size: targetSize(ofSlot: slot), tier: tier(ofSlot: slot))
  }

  package func slot(of key: BitmapKey) -> Int32 {
    if key.tier == .thumbnail { return thumbnailBase + key.item }
    precondition(targetSizes.contains(key.size), "a bitmap of the replay that the table was made for")
    return base(of: key.size) + key.item
  }
}

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
