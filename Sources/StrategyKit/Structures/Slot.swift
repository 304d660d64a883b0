/// The state of one key, an item's image at a target size or its thumbnail: 32 bytes together, so that an event touches one
/// cache line, and all zeros before the first event, so that keys that nothing ever touches take no memory.
public struct Slot: LinkedSlot, Sendable {
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
  /// Where its job or its bitmap is.
  public var state = State.unknown
  public var flags: Flags = []

  @inlinable
  public init() {}

  /// Bytes of its bitmap; 0 until it is known.
  @inlinable
  public var bytes: Int64 { Int64(storedBytes) }

  /// Cost of its decode in virtual time, nanoseconds; 0 until it is known.
  @inlinable
  public var cost: Int64 { Int64(costHigh & ~Slot.aheadBit) << 32 | Int64(costLow) }

  /// Its decode began while no cell waited for it, and no cell has shown its bitmap since.
  @inlinable
  public var isAhead: Bool {
    get { costHigh & Slot.aheadBit != 0 }
    set { costHigh = newValue ? costHigh | Slot.aheadBit : costHigh & ~Slot.aheadBit }
  }

  /// The highest bit beside the cost: eight flags fill their byte.
  @usableFromInline static var aheadBit: UInt16 { 1 << 15 }

  /// Sets what the table says of the key, at the first event that touches it.
  ///
  /// - Parameter needsDownload: Whether its photo's file is in the cloud and its decode needs it.
  /// - Precondition: less than 4 GiB, and less than 39 hours.
  @inlinable
  public mutating func learn(bytes: Int64, cost: Int64, decodes: Bool, needsDownload: Bool = false) {
    precondition(bytes >> 32 == 0, "a bitmap takes less than 4 GiB")
    precondition(cost >> 47 == 0, "a decode costs less than 39 hours")
    storedBytes = UInt32(truncatingIfNeeded: bytes)
    costLow = UInt32(truncatingIfNeeded: cost)
    costHigh = UInt16(truncatingIfNeeded: cost >> 32)
    state = needsDownload ? .remote : .absent
    if !decodes { flags.insert(.broken) }
  }

  /// The bitmap takes other bytes than was foretold.
  ///
  /// - Precondition: less than 4 GiB.
  @inlinable
  public mutating func correct(bytes: Int64) {
    precondition(bytes >> 32 == 0, "a bitmap takes less than 4 GiB")
    storedBytes = UInt32(truncatingIfNeeded: bytes)
  }

  /// Where a key's job or bitmap is. It is in one of these, whatever the key stands for; a job goes through them downwards.
  ///
  /// In an order that makes each question below one comparison.
  public enum State: UInt8, Sendable {
    /// Nothing has happened to the key: its bytes and its cost are not set.
    case unknown
    /// Neither a job nor a bitmap.
    case absent
    /// The same, and the photo's file, which its decode needs, is in the cloud.
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

    /// Its photo's file is not here.
    @inlinable
    public var isRemote: Bool { rawValue >= State.remote.rawValue && rawValue <= State.downloading.rawValue }

    /// A job that has not begun to be decoded.
    @inlinable
    public var isWaiting: Bool { rawValue >= State.awaitingFile.rawValue && rawValue <= State.queued.rawValue }

    @inlinable
    public var hasJob: Bool { rawValue >= State.awaitingFile.rawValue && rawValue <= State.decoding.rawValue }

    /// Decoded and held.
    @inlinable
    public var isResident: Bool { rawValue >= State.kept.rawValue }
  }

  /// What is true of a key besides where its job or bitmap is.
  public struct Flags: OptionSet, Sendable {
    public let rawValue: UInt8

    @inlinable
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Wanted by the strategy.
    @inlinable
    public static var started: Flags { Flags(rawValue: 1 << 0) }

    /// Its job was created by a start, and no cell has asked for it since.
    @inlinable
    public static var unclaimed: Flags { Flags(rawValue: 1 << 1) }

    /// Its job goes before those that are only started: a cell asked for it.
    @inlinable
    public static var forDemand: Flags { Flags(rawValue: 1 << 2) }

    /// A cell waits for it.
    @inlinable
    public static var awaited: Flags { Flags(rawValue: 1 << 3) }

    /// The request it is awaited for is of the first frame.
    @inlinable
    public static var cold: Flags { Flags(rawValue: 1 << 4) }

    /// The index says that the file does not decode.
    @inlinable
    public static var broken: Flags { Flags(rawValue: 1 << 5) }

    /// A cell asked for it before.
    @inlinable
    public static var requestedBefore: Flags { Flags(rawValue: 1 << 6) }

    /// A decode of it began before.
    @inlinable
    public static var decodedBefore: Flags { Flags(rawValue: 1 << 7) }
  }

  @inlinable
  public func has(_ flag: Flags) -> Bool { !flags.isDisjoint(with: flag) }

  /// Held, and neither displayed nor started.
  @inlinable
  public var mayGo: Bool { state == .kept && !has(.started) }
}
