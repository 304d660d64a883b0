/// Chooses the bitmap to drop when room is needed, among those that are neither displayed nor started, which are kept
/// until then.
///
/// The engine owns the bitmaps and counts their bytes; the policy only names victims. A slot stands for one bitmap key
/// (item and target size) and is a dense index.
public protocol EvictionPolicy: EvictionBehaviour, RegistrablePolicy {}

/// The calls that the engine makes on an eviction policy. A wrapper conforms to this protocol alone: no registry makes
/// it.
public protocol EvictionBehaviour: Sendable {
  /// The bytes that displayed, started, kept and running bitmaps may take together. It changes only with the layout,
  /// and bitmaps beyond a smaller budget stay until the next decode needs room.
  var budget: ByteCount { get }

  /// True if a larger bitmap of the same asset may serve a request. False by default.
  var canServeSmallerRequests: Bool { get }

  /// Prepares for slots `0..<slotCount` and forgets everything.
  ///
  /// - Parameter sizeClasses: The number of distinct target sizes; each has an equal part of the slots, one after the
  ///   other.
  mutating func reset(slotCount: Int, sizeClasses: Int)

  /// Tells the policy that another layout is in force, the first one too: `budget` is that of this layout from now on.
  /// Does nothing by default.
  ///
  /// - Parameter sizes: The sizes of bitmaps under it, or nil if they are not known.
  mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?)

  /// Tells the policy that a cell asked for this slot's bitmap. If it is held, that is a hit. If not, it is a miss:
  /// room is made for it, and `becameResident` or `dropped` follows.
  mutating func requested(_ slot: Int32, bytes: ByteCount)

  /// Tells the policy that a strategy started this slot's bitmap, for which no cell has asked yet. Counts as a request
  /// by default.
  mutating func started(_ slot: Int32, bytes: ByteCount)

  /// Tells the policy that the slot's bitmap is now held.
  mutating func becameResident(_ slot: Int32, bytes: ByteCount)

  /// Tells the policy that the slot's bitmap was dropped, or its decode cancelled.
  mutating func dropped(_ slot: Int32)

  /// Returns the bitmap to drop next, among held ones for which `canGo` is true, or nil if there is none. `dropped`
  /// follows at once.
  mutating func victim(where canGo: (Int32) -> Bool) -> Int32?

  /// Checks the policy's own lists, for debug builds and fuzzers. Does nothing by default.
  ///
  /// - Throws: `InvariantViolation` if they are damaged.
  func checkInvariants() throws(InvariantViolation)
}

extension EvictionBehaviour {
  public var canServeSmallerRequests: Bool { false }

  public func checkInvariants() throws(InvariantViolation) {}

  public mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {}

  @inlinable
  public mutating func started(_ slot: Int32, bytes: ByteCount) { requested(slot, bytes: bytes) }
}
