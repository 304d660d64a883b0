/// The state of one bitmap key, (item, target size): 32 bytes together, so that an event touches one cache line, and all
/// zeros before the first event, so that keys that nothing ever touches take no memory.
struct Slot: Sendable {
  /// When its cell asked last, nanoseconds.
  var requestedAt: Int64 = 0
  /// The frame in which its job was created.
  var creationFrame: Int32 = 0
  /// Links of the queue that its job stands in.
  var previous: Int32 = 0
  var next: Int32 = 0
  private var storedBytes: UInt32 = 0
  private var costLow: UInt32 = 0
  private var costHigh: UInt16 = 0
  var flags: Flags = []

  /// Bytes of its bitmap; 0 until it is known.
  var bytes: Int64 { Int64(storedBytes) }

  /// Cost of its decode in virtual time, nanoseconds; 0 until it is known.
  var cost: Int64 { Int64(costHigh) << 32 | Int64(costLow) }

  /// Sets what the table says of the key, at the first event that touches it.
  ///
  /// - Precondition: less than 4 GiB, and less than 78 hours.
  mutating func learn(bytes: Int64, cost: Int64, decodes: Bool) {
    precondition(bytes >> 32 == 0, "a bitmap takes less than 4 GiB")
    precondition(cost >> 48 == 0, "a decode costs less than 78 hours")
    storedBytes = UInt32(truncatingIfNeeded: bytes)
    costLow = UInt32(truncatingIfNeeded: cost)
    costHigh = UInt16(truncatingIfNeeded: cost >> 32)
    flags.insert(decodes ? .known : [.known, .broken])
  }

  struct Flags: OptionSet, Sendable {
    let rawValue: UInt16
    /// Decoded and held.
    static let resident = Flags(rawValue: 1 << 0)
    /// In the demand queue.
    static let inDemand = Flags(rawValue: 1 << 1)
    /// In the preheat queue.
    static let inPreheat = Flags(rawValue: 1 << 2)
    /// Being decoded.
    static let running = Flags(rawValue: 1 << 3)
    /// Wanted by the strategy.
    static let started = Flags(rawValue: 1 << 4)
    /// Its job was created by a start, and no cell has asked for it since.
    static let unclaimed = Flags(rawValue: 1 << 5)
    /// A decode of it began before.
    static let decodedBefore = Flags(rawValue: 1 << 6)
    /// The running job came from the demand queue.
    static let forDemand = Flags(rawValue: 1 << 7)
    /// A cell shows it.
    static let displayed = Flags(rawValue: 1 << 8)
    /// A cell waits for it.
    static let awaited = Flags(rawValue: 1 << 9)
    /// The request it is awaited for is of the first frame.
    static let cold = Flags(rawValue: 1 << 10)
    /// The index says that the file does not decode.
    static let broken = Flags(rawValue: 1 << 11)
    /// A cell asked for it before.
    static let requestedBefore = Flags(rawValue: 1 << 12)
    /// Its bytes and its cost are set.
    static let known = Flags(rawValue: 1 << 13)
    /// The cell that waits for it shows the coarse image.
    static let soft = Flags(rawValue: 1 << 14)
    /// Its photo's file is in the cloud, and its decode needs it: a job for it waits for a download, not for a worker.
    static let remote = Flags(rawValue: 1 << 15)

    /// Its job waits for a worker.
    static let queued: Flags = [.inDemand, .inPreheat]
    /// A job for it exists.
    static let hasJob: Flags = [.inDemand, .inPreheat, .running]
    /// It may not be let go.
    static let pinned: Flags = [.displayed, .started]
  }

  func has(_ flag: Flags) -> Bool { !flags.isDisjoint(with: flag) }

  /// A cell waits for it and shows nothing.
  var isBlank: Bool { flags.intersection([.awaited, .soft]) == .awaited }
}
