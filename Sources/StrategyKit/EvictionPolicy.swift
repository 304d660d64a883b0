/// Says which bitmap goes when room is needed, of those that nothing shows or has started: with a policy these are kept
/// until then.
///
/// Whoever runs the policy owns the bitmaps and the count of their bytes; the policy only names victims. A slot stands
/// for one bitmap key (item and target size) and is a dense index.
public protocol EvictionPolicy: EvictionBehaviour, RegistrablePolicy {
  /// False for the policy that keeps nothing: a bitmap goes the moment it is neither displayed nor started. True by default.
  static var keepsBitmaps: Bool { get }
}

/// What whoever owns the bitmaps tells an eviction policy and asks of it. What wraps a policy is this alone: no
/// registry makes it.
public protocol EvictionBehaviour: Sendable {
  /// False for the policy that keeps nothing; what the type says for an `EvictionPolicy`.
  var keepsBitmaps: Bool { get }

  /// The bytes that displayed, started, kept and running bitmaps may take together. It changes with the layout at most,
  /// and what is held beyond a smaller one goes when the next decode needs room.
  var budget: ByteCount { get }

  /// True when a larger bitmap of the same asset may serve a request. False by default.
  var servesSmallerRequests: Bool { get }

  /// Makes ready for slots `0..<slotCount` and forgets all.
  ///
  /// - Parameter sizeClasses: Distinct target sizes: each has an equal part of the slots, one after the other.
  mutating func reset(slotCount: Int, sizeClasses: Int)

  /// Another layout is in force, the first one too: `budget` is that of this layout from now on. Nothing by default.
  ///
  /// - Parameter sizes: What bitmaps take under it; nil where nobody knows.
  mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?)

  /// A cell asked for this slot's bitmap, there or not. Of one that is held, it is a hit; of one that is not, a miss:
  /// room is made for it and `becameResident` follows, or `dropped`.
  mutating func requested(_ slot: Int32, bytes: ByteCount)

  /// A strategy started this slot's bitmap and no cell has asked for it yet. Counts as a request by default.
  mutating func started(_ slot: Int32, bytes: ByteCount)

  /// The slot's bitmap is now held.
  mutating func becameResident(_ slot: Int32, bytes: ByteCount)

  /// The slot's bitmap is gone, or its decode was cancelled.
  mutating func dropped(_ slot: Int32)

  /// The bitmap to let go next, among those held for which `mayGo` is true; nil when there is none. `dropped` follows
  /// at once.
  mutating func victim(where mayGo: (Int32) -> Bool) -> Int32?

  /// Looks whether its own lists are sound, for debug builds and fuzzers. Nothing by default.
  ///
  /// - Throws: `InvariantViolation` when they are not.
  func checkInvariants() throws(InvariantViolation)
}

extension EvictionPolicy {
  @inlinable
  public static var keepsBitmaps: Bool { true }

  @inlinable
  public var keepsBitmaps: Bool { Self.keepsBitmaps }
}

extension EvictionBehaviour {
  @inlinable
  public var servesSmallerRequests: Bool { false }

  @inlinable
  public func checkInvariants() throws(InvariantViolation) {}

  @inlinable
  public mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {}

  @inlinable
  public mutating func started(_ slot: Int32, bytes: ByteCount) { requested(slot, bytes: bytes) }

  /// As `reset(slotCount:sizeClasses:)`, for slots of one target size.
  @inlinable
  public mutating func reset(slotCount: Int) { reset(slotCount: slotCount, sizeClasses: 1) }
}

/// Keeps nothing: an image lives while a cell shows it or it is started.
public struct KeepsNothing: EvictionPolicy {
  public static let descriptor = PolicyDescriptor(id: "keep-nothing", summary: "keeps nothing")
  public static var keepsBitmaps: Bool { false }

  public init(_ parameters: ParameterValues) {}
  public init() {}

  public var budget: ByteCount { ByteCount(rawValue: .max) }
  public mutating func reset(slotCount: Int, sizeClasses: Int) {}
  public mutating func requested(_ slot: Int32, bytes: ByteCount) {}
  public mutating func becameResident(_ slot: Int32, bytes: ByteCount) {}
  public mutating func dropped(_ slot: Int32) {}
  public mutating func victim(where mayGo: (Int32) -> Bool) -> Int32? { nil }
}
