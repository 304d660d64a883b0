public import StrategyKit

/// Makes of what an observer hears the events that an event file tells, for whoever follows a replay as it runs.
public struct EventTap<Taker: EventTaker>: ReplayObserver {
  public private(set) var taker: Taker
  private let table: SlotTable

  public init(_ taker: Taker, table: SlotTable) {
    self.taker = taker
    self.table = table
  }

  public mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {
    tell(.frame(offset: offset.rawValue, visible: visible), time)
  }

  public mutating func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) {
    tell(.start(ItemRanges(items), tier), time)
  }

  public mutating func stop(_ items: some Sequence<ItemRange>, at time: Nanoseconds) {
    tell(.stop(ItemRanges(items), .full), time)
  }

  public mutating func release(_ item: ItemID, at time: Nanoseconds) { tell(.release(item.rawValue), time) }

  public mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    tell(.request(item.rawValue, table.targetSize(ofSlot: slot), outcome), time)
  }

  /// No event: what a cell shows follows from its request and the ends of decodes.
  public mutating func show(_ item: ItemID, tier: Tier, at time: Nanoseconds) {}

  public mutating func cancel(_ item: ItemID, at time: Nanoseconds) { tell(.cancel(item.rawValue, .full), time) }

  public mutating func refuse(_ item: ItemID, at time: Nanoseconds) { tell(.refuse(item.rawValue, .full), time) }

  public mutating func begin(
    slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds
  ) {
    tell(.begin(table.key(ofSlot: slot), cause: cause, cost: cost.rawValue, bytes: bytes.rawValue), time)
  }

  public mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
    tell(.end(table.key(ofSlot: slot), kept: kept), time)
  }

  public mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
    tell(.drop(table.key(ofSlot: slot), bytes: bytes.rawValue, why: why), time)
  }

  public mutating func layout(target: PixelSize, at time: Nanoseconds) { tell(.layout(target), time) }

  public mutating func content(_ photos: [ItemRange], at time: Nanoseconds) {
    tell(.content(ItemRanges(photos)), time)
  }

  public mutating func stopCoarse(_ items: ItemRange, at time: Nanoseconds) {
    tell(.stop(ItemRanges(items), .coarse), time)
  }

  public mutating func cancelCoarse(_ item: ItemID, at time: Nanoseconds) {
    tell(.cancel(item.rawValue, .coarse), time)
  }

  public mutating func refuseCoarse(_ item: ItemID, at time: Nanoseconds) {
    tell(.refuse(item.rawValue, .coarse), time)
  }

  public mutating func download(_ item: ItemID, bytes: ByteCount, takes duration: Nanoseconds, at time: Nanoseconds) {
    tell(.download(item.rawValue, bytes: bytes.rawValue, cost: duration.rawValue), time)
  }

  public mutating func downloaded(_ item: ItemID, at time: Nanoseconds) { tell(.downloaded(item.rawValue), time) }

  public mutating func live(_ bytes: ByteCount, at time: Nanoseconds) { tell(.live(bytes.rawValue), time) }

  // When a strategy is asked is no event: it has no part in what follows.
  public mutating func strategyWillPlan() {}
  public mutating func strategyDidPlan() {}

  private mutating func tell(_ event: ReplayEvent, _ time: Nanoseconds) { taker.take(event, at: time.rawValue) }
}

extension Replay {
  /// Replays a strategy for whoever follows its events, and returns its exact counts too.
  public func follow<Taker: EventTaker>(
    _ strategy: StrategySpec, cells: CellPolicy, _ taker: Taker
  ) -> (tally: ReplayTally, taker: Taker) {
    let (tally, tap) = run(strategy, cells: cells, observer: EventTap(taker, table: table))
    return (tally, tap.taker)
  }
}

extension SlotTable {
  /// Whose bitmap a slot is.
  func key(ofSlot slot: Int32) -> BitmapKey {
    BitmapKey(item: item(ofSlot: slot).rawValue, size: targetSize(ofSlot: slot), tier: tier(ofSlot: slot))
  }

  /// The slot of a bitmap of this table.
  package func slot(of key: BitmapKey) -> Int32 {
    if key.tier == .coarse { return coarseBase + key.item }
    guard let sizeClass = targetSizes.firstIndex(of: key.size) else {
      preconditionFailure("a bitmap of the replay that the table was made for")
    }
    return Int32(sizeClass * capacity) + key.item
  }
}
