/// The state of one bitmap key, (item, target size): 48 bytes together, so that an event touches one cache line.
struct Slot: Sendable {
  /// Cost of its decode in virtual time, nanoseconds.
  var cost: Int64
  /// Bytes of its bitmap.
  var bytes: Int64
  /// When its cell asked last, nanoseconds.
  var requestedAt: Int64 = 0
  /// The frame in which its job was created.
  var creationFrame: Int32 = 0
  /// Links of the queue that its job stands in.
  var previous: Int32 = JobQueue.none
  var next: Int32 = JobQueue.none
  var flags: Flags = []

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
    /// A cell waits for it and shows nothing.
    static let awaited = Flags(rawValue: 1 << 9)
    /// The request it is awaited for is of the first frame.
    static let cold = Flags(rawValue: 1 << 10)
    /// The index says that the file does not decode.
    static let broken = Flags(rawValue: 1 << 11)

    /// A cell asked for it before.
    static let requestedBefore = Flags(rawValue: 1 << 12)

    /// A job for it exists.
    static let hasJob: Flags = [.inDemand, .inPreheat, .running]
    /// It may not be let go.
    static let pinned: Flags = [.displayed, .started]
  }

  init(cost: Int64, bytes: Int64) {
    self.cost = cost
    self.bytes = bytes
  }

  func has(_ flag: Flags) -> Bool { !flags.isDisjoint(with: flag) }
}
