/// The state of one key, an item's image at a target size or its thumbnail: 32 bytes together, so that an event touches one
/// cache line, and all zeros before the first event, so that keys that nothing ever touches take no memory.
public struct Slot: LinkedSlot, Sendable {
  /// The time of its cell's last request, in nanoseconds.
  public var requestedAt: Int64 = 0
  /// The frame in which its job was created.
  public var creationFrame: Int32 = 0
  /// The links of the queue that its job is in.
  public var previous: Int32 = 0
  public var next: Int32 = 0
  @usableFromInline var storedBytes: UInt32 = 0
  @usableFromInline var costLow: UInt32 = 0
  @usableFromInline var costHigh: UInt16 = 0
  /// The state of its job or bitmap.
  public var state = State.unknown
  public var flags: Flags = []

  @inlinable
  public init() {}

  /// The bytes of its bitmap; 0 until they are known.
  @inlinable
  public var bytes: Int64 { Int64(storedBytes) }

  /// The cost of its decode in virtual time, in nanoseconds; 0 until it is known.
  @inlinable
  public var cost: Int64 { Int64(costHigh & ~Slot.aheadBit) << 32 | Int64(costLow) }

  /// True if its decode began while no cell waited for it, and no cell has shown its bitmap since.
  @inlinable
  public var isAhead: Bool {
    get { costHigh & Slot.aheadBit != 0 }
    set { costHigh = newValue ? costHigh | Slot.aheadBit : costHigh & ~Slot.aheadBit }
  }

  /// The highest bit beside the cost: the flags fill their byte.
  @usableFromInline static var aheadBit: UInt16 { 1 << 15 }

  /// Sets bytes and cost of the key, at the first event that touches it.
  ///
  /// - Parameter needsDownload: Whether its photo's file is in the cloud and its decode needs it.
  /// - Precondition: The bytes are below 4 GiB and the cost below 39 hours.
  @inlinable
  public mutating func learn(bytes: Int64, cost: Int64, isDecodable: Bool, needsDownload: Bool = false) {
    precondition(bytes >> 32 == 0, "a bitmap takes less than 4 GiB")
    precondition(cost >> 47 == 0, "a decode costs less than 39 hours")
    storedBytes = UInt32(truncatingIfNeeded: bytes)
    costLow = UInt32(truncatingIfNeeded: cost)
    costHigh = UInt16(truncatingIfNeeded: cost >> 32)
    state = needsDownload ? .remote : .absent
    if !isDecodable { flags.insert(.broken) }
  }

  /// Sets the bytes of a bitmap that differ from those foretold.
  ///
  /// - Precondition: Less than 4 GiB.
  @inlinable
  public mutating func correct(bytes: Int64) {
    precondition(bytes >> 32 == 0, "a bitmap takes less than 4 GiB")
    storedBytes = UInt32(truncatingIfNeeded: bytes)
  }

  /// The state of a key's job or bitmap. A job goes through the states downwards.
  ///
  /// Their order makes each question below one comparison.
  public enum State: UInt8, Sendable {
    /// Nothing has happened to the key: its bytes and its cost are not set.
    case unknown
    /// It has neither a job nor a bitmap.
    case absent
    /// It has neither a job nor a bitmap, and the photo's file, which its decode needs, is in the cloud.
    case remote
    /// Its job waits for a download of the file to begin.
    case awaitingFile
    /// Its job waits for the end of the file's download.
    case downloading
    /// Its job waits for a worker.
    case queued
    /// A worker decodes it.
    case decoding
    /// Its bitmap is held, and no cell shows it.
    case kept
    /// Its bitmap is held, and a cell shows it.
    case displayed

    /// True if its photo's file is in the cloud.
    @inlinable
    public var isRemote: Bool { rawValue >= State.remote.rawValue && rawValue <= State.downloading.rawValue }

    /// True if it has a job whose decode has not begun.
    @inlinable
    public var isWaiting: Bool { rawValue >= State.awaitingFile.rawValue && rawValue <= State.queued.rawValue }

    @inlinable
    public var hasJob: Bool { rawValue >= State.awaitingFile.rawValue && rawValue <= State.decoding.rawValue }

    /// True if it is decoded and held.
    @inlinable
    public var isResident: Bool { rawValue >= State.kept.rawValue }
  }

  /// The facts about a key besides the state of its job or bitmap.
  public struct Flags: OptionSet, Sendable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The strategy wants it.
    @inlinable
    public static var started: Flags { Flags(rawValue: 1 << 0) }

    /// Its job was created by a start, and no cell has asked for it since.
    @inlinable
    public static var unclaimed: Flags { Flags(rawValue: 1 << 1) }

    /// A cell asked for it: its job goes before those that are only started.
    @inlinable
    public static var forDemand: Flags { Flags(rawValue: 1 << 2) }

    /// A cell waits for it.
    @inlinable
    public static var awaited: Flags { Flags(rawValue: 1 << 3) }

    /// It is awaited by a request of the first frame.
    @inlinable
    public static var cold: Flags { Flags(rawValue: 1 << 4) }

    /// The index says that the file does not decode.
    @inlinable
    public static var broken: Flags { Flags(rawValue: 1 << 5) }

    /// A cell has asked for it before.
    @inlinable
    public static var requestedBefore: Flags { Flags(rawValue: 1 << 6) }

    /// A decode of it has begun before.
    @inlinable
    public static var decodedBefore: Flags { Flags(rawValue: 1 << 7) }
  }

  @inlinable
  public func has(_ flag: Flags) -> Bool { !flags.isDisjoint(with: flag) }

  /// True if it is held, and neither displayed nor started.
  @inlinable
  public var canGo: Bool { state == .kept && !has(.started) }
}

/// An element of a queue, which links to its neighbours.
public protocol LinkedSlot {
  var previous: Int32 { get set }
  var next: Int32 { get set }
}

/// A first-in-first-out queue of dense slots, linked through the slots themselves: O(1), no allocation, removal anywhere.
///
/// The one algorithm behind the jobs of a replay and the lists of eviction policies. Its owner knows which slot is in
/// which queue.
public struct SlotQueue: Sendable {
  /// Marks the absence of a slot.
  @inlinable
  public static var none: Int32 { -1 }

  @usableFromInline var head: Int32 = -1
  @usableFromInline var tail: Int32 = -1

  @inlinable
  public init() {}

  /// The slot that has been in it longest; `none` if it is empty.
  @inlinable
  public var first: Int32 { head }

  /// The slot at the back; `none` if it is empty.
  @inlinable
  public var last: Int32 { tail }

  @inlinable
  public var isEmpty: Bool { head == SlotQueue.none }

  /// - Precondition: `slot` is in no queue that uses the same links.
  @inlinable
  @inline(__always)
  public mutating func append<Slots: MutableCollection>(_ slot: Int32, in slots: inout Slots)
  where Slots.Index == Int, Slots.Element: LinkedSlot {
    slots[Int(slot)].previous = tail
    slots[Int(slot)].next = SlotQueue.none
    if tail == SlotQueue.none { head = slot } else { slots[Int(tail)].next = slot }
    tail = slot
  }

  /// - Precondition: `slot` is in the queue.
  @inlinable
  @inline(__always)
  public mutating func remove<Slots: MutableCollection>(_ slot: Int32, in slots: inout Slots)
  where Slots.Index == Int, Slots.Element: LinkedSlot {
    let previous = slots[Int(slot)].previous
    let next = slots[Int(slot)].next
    if previous == SlotQueue.none { head = next } else { slots[Int(previous)].next = next }
    if next == SlotQueue.none { tail = previous } else { slots[Int(next)].previous = previous }
  }

  /// Walks the queue and checks that neighbours link to each other.
  ///
  /// - Returns: The slots in it, first to last.
  /// - Throws: `InvariantViolation` if the links are not those of a queue.
  public func checkInvariants<Slots: RandomAccessCollection>(
    in slots: Slots
  ) throws(InvariantViolation) -> ContiguousArray<Int32> where Slots.Index == Int, Slots.Element: LinkedSlot {
    var found: ContiguousArray<Int32> = []
    var (slot, before) = (head, SlotQueue.none)
    while slot != SlotQueue.none {
      try Invariant.holds(slots.indices.contains(Int(slot)), "a queue names slot \(slot) of \(slots.count)")
      try Invariant.holds(
        slots[Int(slot)].previous == before,
        "slot \(slot) stands behind \(before), it says \(slots[Int(slot)].previous)")
      try Invariant.holds(found.count < slots.count, "a queue runs in a circle")
      found.append(slot)
      (slot, before) = (slots[Int(slot)].next, slot)
    }
    try Invariant.holds(tail == before, "the last slot of a queue is \(before), it says \(tail)")
    return found
  }
}
