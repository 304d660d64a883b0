public import StrategyKit

/// Hears every event of a replay, in order, as it happens: what the event file, the real decoder and tests are made of.
///
/// Nothing is passed over in silence: whoever hears some events alone is a
/// `SelectiveObserver`.
public protocol ReplayObserver {
  /// True when decodes are real and end when whoever observes says so, not when their virtual cost is over.
  static var endsDecodes: Bool { get }
  mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange)
  mutating func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds)
  mutating func stop(_ items: some Sequence<ItemRange>, at time: Nanoseconds)
  mutating func release(_ item: ItemID, at time: Nanoseconds)
  mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds)
  /// The cell of an item that waits shows an image from now on: what it asked for, or the coarse one that stands in.
  mutating func show(_ item: ItemID, tier: Tier, at time: Nanoseconds)
  mutating func cancel(_ item: ItemID, at time: Nanoseconds)
  mutating func refuse(_ item: ItemID, at time: Nanoseconds)
  mutating func begin(
    slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds)
  mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds)
  mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds)
  mutating func layout(target: PixelSize, at time: Nanoseconds)
  /// The grid shows these photos from now on, place by place; none says that they are the library's first ones.
  ///
  /// Everywhere else here an item is the number of its photo, which is its place until this was called.
  mutating func content(_ photos: [ItemRange], at time: Nanoseconds)
  /// The same for the coarse tier, whose starts are `start` with that tier and whose slots `SlotTable.isCoarse` tells.
  mutating func stopCoarse(_ items: ItemRange, at time: Nanoseconds)
  mutating func cancelCoarse(_ item: ItemID, at time: Nanoseconds)
  mutating func refuseCoarse(_ item: ItemID, at time: Nanoseconds)
  /// A photo's file is on its way from the cloud, or is here; either is said once an item, whatever its target sizes.
  mutating func download(_ item: ItemID, bytes: ByteCount, takes: Nanoseconds, at time: Nanoseconds)
  mutating func downloaded(_ item: ItemID, at time: Nanoseconds)
  /// The ledger changed.
  mutating func live(_ bytes: ByteCount, at time: Nanoseconds)
  /// The strategy is about to be asked for a plan, or has answered.
  mutating func strategyWillPlan()
  mutating func strategyDidPlan()
  /// All of a time has happened. True to have the replay's own books checked against each other, which takes as long as
  /// there are slots.
  mutating func wantsBooksChecked(at time: Nanoseconds) -> Bool
  /// They do not agree: the replay has a defect.
  mutating func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds)
}

extension ReplayObserver {
  public static var endsDecodes: Bool { false }
  public mutating func wantsBooksChecked(at time: Nanoseconds) -> Bool { false }
  public mutating func booksDisagree(_ violation: InvariantViolation, at time: Nanoseconds) {}
}

/// Hears the events of a replay that it implements and passes over the others, which cost nothing.
public protocol SelectiveObserver: ReplayObserver {}

extension SelectiveObserver {
  public mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {}
  public mutating func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) {}
  public mutating func stop(_ items: some Sequence<ItemRange>, at time: Nanoseconds) {}
  public mutating func release(_ item: ItemID, at time: Nanoseconds) {}
  public mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {}
  public mutating func show(_ item: ItemID, tier: Tier, at time: Nanoseconds) {}
  public mutating func cancel(_ item: ItemID, at time: Nanoseconds) {}
  public mutating func refuse(_ item: ItemID, at time: Nanoseconds) {}
  public mutating func begin(
    slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds
  ) {}
  public mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {}
  public mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {}
  public mutating func layout(target: PixelSize, at time: Nanoseconds) {}
  public mutating func content(_ photos: [ItemRange], at time: Nanoseconds) {}
  public mutating func stopCoarse(_ items: ItemRange, at time: Nanoseconds) {}
  public mutating func cancelCoarse(_ item: ItemID, at time: Nanoseconds) {}
  public mutating func refuseCoarse(_ item: ItemID, at time: Nanoseconds) {}
  public mutating func download(_ item: ItemID, bytes: ByteCount, takes: Nanoseconds, at time: Nanoseconds) {}
  public mutating func downloaded(_ item: ItemID, at time: Nanoseconds) {}
  public mutating func live(_ bytes: ByteCount, at time: Nanoseconds) {}
  public mutating func strategyWillPlan() {}
  public mutating func strategyDidPlan() {}
}

/// Hears nothing.
public struct NoObserver: SelectiveObserver, Sendable {
  public init() {}
}
