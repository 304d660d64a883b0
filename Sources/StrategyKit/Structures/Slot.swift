/// The state of one bitmap key, (item, target size): 32 bytes together, so that an event touches one cache line, and all
/// zeros before the first event, so that keys that nothing ever touches take no memory.
public struct Slot: Sendable {
  /// When its cell asked last, nanoseconds.
  public var requestedAt: Int64 = 0
  /// The frame in which its job was created.
  public var creationFrame: Int32 = 0
  /// Links of the queue that its job stands in.
  public var previous: Int32 = 0
  public var next: Int32 = 0
  @usableFromInline var storedBytes: UInt32 = 0
  @usableFromInline var costLow: UInt32 = 0
  @usableFromInline var costHigh: UInt16 = 0
  public var flags: Flags = []

  @inlinable
  public init() {}

  /// Bytes of its bitmap; 0 until it is known.
  @inlinable
  public var bytes: Int64 { Int64(storedBytes) }

  /// Cost of its decode in virtual time, nanoseconds; 0 until it is known.
  @inlinable
  public var cost: Int64 { Int64(costHigh) << 32 | Int64(costLow) }

  /// Sets what the table says of the key, at the first event that touches it.
  ///
  /// - Precondition: less than 4 GiB, and less than 78 hours.
  @inlinable
  public mutating func learn(bytes: Int64, cost: Int64, decodes: Bool) {
    precondition(bytes >> 32 == 0, "a bitmap takes less than 4 GiB")
    precondition(cost >> 48 == 0, "a decode costs less than 78 hours")
    storedBytes = UInt32(truncatingIfNeeded: bytes)
    costLow = UInt32(truncatingIfNeeded: cost)
    costHigh = UInt16(truncatingIfNeeded: cost >> 32)
    flags.insert(decodes ? .known : [.known, .broken])
  }

  public struct Flags: OptionSet, Sendable {
    public let rawValue: UInt16

    @inlinable
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Decoded and held.
    @inlinable
    public static var resident: Flags { Flags(rawValue: 1 << 0) }

    /// In the demand queue.
    @inlinable
    public static var inDemand: Flags { Flags(rawValue: 1 << 1) }

    /// In the preheat queue.
    @inlinable
    public static var inPreheat: Flags { Flags(rawValue: 1 << 2) }

    /// Being decoded.
    @inlinable
    public static var running: Flags { Flags(rawValue: 1 << 3) }

    /// Wanted by the strategy.
    @inlinable
    public static var started: Flags { Flags(rawValue: 1 << 4) }

    /// Its job was created by a start, and no cell has asked for it since.
    @inlinable
    public static var unclaimed: Flags { Flags(rawValue: 1 << 5) }

    /// A decode of it began before.
    @inlinable
    public static var decodedBefore: Flags { Flags(rawValue: 1 << 6) }

    /// The running job came from the demand queue.
    @inlinable
    public static var forDemand: Flags { Flags(rawValue: 1 << 7) }

    /// A cell shows it.
    @inlinable
    public static var displayed: Flags { Flags(rawValue: 1 << 8) }

    /// A cell waits for it.
    @inlinable
    public static var awaited: Flags { Flags(rawValue: 1 << 9) }

    /// The request it is awaited for is of the first frame.
    @inlinable
    public static var cold: Flags { Flags(rawValue: 1 << 10) }

    /// The index says that the file does not decode.
    @inlinable
    public static var broken: Flags { Flags(rawValue: 1 << 11) }

    /// A cell asked for it before.
    @inlinable
    public static var requestedBefore: Flags { Flags(rawValue: 1 << 12) }

    /// Its bytes and its cost are set.
    @inlinable
    public static var known: Flags { Flags(rawValue: 1 << 13) }

    /// The cell that waits for it shows the coarse image.
    @inlinable
    public static var soft: Flags { Flags(rawValue: 1 << 14) }

    /// Its photo's file is in the cloud, and its decode needs it: a job for it waits for a download, not for a worker.
    @inlinable
    public static var remote: Flags { Flags(rawValue: 1 << 15) }

    // Without array literals, which are arrays where code is not optimised.

    /// Its job waits for a worker.
    @inlinable
    public static var queued: Flags { Flags(rawValue: inDemand.rawValue | inPreheat.rawValue) }

    /// A job for it exists.
    @inlinable
    public static var hasJob: Flags { Flags(rawValue: inDemand.rawValue | inPreheat.rawValue | running.rawValue) }

    /// It may not be let go.
    @inlinable
    public static var pinned: Flags { Flags(rawValue: displayed.rawValue | started.rawValue) }
  }

  @inlinable
  public func has(_ flag: Flags) -> Bool { !flags.isDisjoint(with: flag) }

  /// A cell waits for it and shows nothing.
  @inlinable
  public var isBlank: Bool { has(.awaited) && !has(.soft) }

  /// Held, and neither displayed nor started.
  @inlinable
  public var mayGo: Bool { has(.resident) && !has(.pinned) }
}
