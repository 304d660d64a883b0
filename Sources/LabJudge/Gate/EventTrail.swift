public import CacheLab
import LabBase
public import StrategyKit

/// A replay's events as a trail of digests, so that two replays can be told apart at the frame where they part.
public struct EventTrail: ReplayObserver, Hashable, Sendable {
  /// Digests that are kept at most.
  static let marksMax = 128
  /// Frames between two marks at most: a trace has ten million lines.
  private static let strideMax: Int64 = 10_000_000

  /// Raised when a digest comes to be made of more: 2 has why bitmaps were let go, and which photos a grid shows. A trail
  /// of an earlier version can still be made, for a baseline that holds one.
  public static let version = 2

  /// What the digests are made of.
  public let version: Int
  /// Frames between two marks.
  public let stride: Int
  /// The digest of all events before frame 0, `stride`, 2 x `stride` ...
  public private(set) var marks: [UInt64] = []
  private var frame = 0
  /// FNV-1a over the fields of all events so far (Fowler, Noll, Vo; 64 bits).
  private var digest: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Parameters:
  ///   - frameCount: frames of the replay.
  ///   - version: 1 or the present one.
  public init(frameCount: Int, version: Int = EventTrail.version) {
    precondition((1...EventTrail.version).contains(version), "a version of the trail that this lab makes")
    self.version = version
    stride = max(1, (frameCount + EventTrail.marksMax - 1) / EventTrail.marksMax)
  }

  /// True for a trail of a later lab, which this one cannot follow: it says nothing of where replays part.
  static func isLater(_ json: JSON) -> Bool { (json["version"]?.integer ?? 1) > Int64(version) }

  /// Reads a trail back; nil for anything else, and for one of a later version.
  init?(_ json: JSON) {
    guard let version = Int(exactly: json["version"]?.integer ?? 1), (1...EventTrail.version).contains(version),
      let stride = json["stride"]?.integer, (1...EventTrail.strideMax).contains(stride),
      let marks = json["marks"]?.array, marks.count <= EventTrail.marksMax + 1
    else { return nil }
    self.version = version
    self.stride = Int(stride)
    self.marks = marks.compactMap { $0.string.flatMap { UInt64($0, radix: 16) } }
    guard self.marks.count == marks.count else { return nil }
  }

  var json: JSON {
    .object([
      "version": .integer(Int128(version)), "stride": .integer(Int128(stride)),
      "marks": .array(marks.map { .string(String($0, radix: 16)) }),
    ])
  }

  /// The frames between which two replays part; nil when they never do, or cannot be compared.
  public func parting(from other: EventTrail) -> Range<Int>? {
    guard version == other.version, stride == other.stride else { return nil }
    let count = min(marks.count, other.marks.count)
    guard let mark = (0..<count).first(where: { marks[$0] != other.marks[$0] }) else {
      return marks.count == other.marks.count ? nil : max(0, count - 1) * stride..<count * stride
    }
    return max(0, mark - 1) * stride..<mark * stride
  }

  /// Takes the last mark; to be called once the replay is over.
  public mutating func finish() { marks.append(digest) }

  private mutating func mix(_ kind: UInt64, _ fields: Int64...) {
    digest = (digest ^ kind) &* 0x100_0000_01b3
    for field in fields { digest = (digest ^ UInt64(bitPattern: field)) &* 0x100_0000_01b3 }
  }

  public mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) {
    if frame % stride == 0 { marks.append(digest) }
    frame += 1
    mix(1, time.rawValue, offset.rawValue, Int64(visible.lower), Int64(visible.upper))
  }

  public mutating func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) {
    mix(2, time.rawValue, Int64(items.lower), Int64(items.upper), tier == .full ? 0 : 1)
  }

  public mutating func stop(_ items: some Sequence<ItemRange>, at time: Nanoseconds) {
    for range in items { mix(3, time.rawValue, Int64(range.lower), Int64(range.upper)) }
  }

  public mutating func release(_ item: ItemID, at time: Nanoseconds) { mix(4, time.rawValue, Int64(item.rawValue)) }

  public mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    let number: Int64 =
      switch outcome {
      case .hit: 0
      case .coarse: 1
      case .late: 2
      case .miss: 3
      }
    mix(5, time.rawValue, Int64(slot), number)
  }

  public mutating func cancel(_ item: ItemID, at time: Nanoseconds) { mix(6, time.rawValue, Int64(item.rawValue)) }

  public mutating func refuse(_ item: ItemID, at time: Nanoseconds) { mix(7, time.rawValue, Int64(item.rawValue)) }

  public mutating func begin(
    slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds
  ) {
    mix(8, time.rawValue, Int64(slot), cause == .demand ? 0 : 1, cost.rawValue, bytes.rawValue)
  }

  public mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
    mix(9, time.rawValue, Int64(slot), kept ? 1 : 0)
  }

  public mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
    mix(10, time.rawValue, Int64(slot), bytes.rawValue)
    if version == 1 { return }
    switch why {
    case .unwanted: mix(18, 0)
    case .evicted: mix(18, 1)
    case .removed: mix(18, 2)
    case .warning: mix(18, 3)
    }
  }

  public mutating func content(_ photos: [ItemRange], at time: Nanoseconds) {
    if version == 1 { return }
    mix(17, time.rawValue, Int64(photos.count))
    for range in photos { mix(17, Int64(range.lower), Int64(range.upper)) }
  }

  public mutating func stopCoarse(_ items: ItemRange, at time: Nanoseconds) {
    mix(12, time.rawValue, Int64(items.lower), Int64(items.upper))
  }

  public mutating func cancelCoarse(_ item: ItemID, at time: Nanoseconds) {
    mix(13, time.rawValue, Int64(item.rawValue))
  }

  public mutating func refuseCoarse(_ item: ItemID, at time: Nanoseconds) {
    mix(14, time.rawValue, Int64(item.rawValue))
  }

  public mutating func download(_ item: ItemID, bytes: ByteCount, takes: Nanoseconds, at time: Nanoseconds) {
    mix(15, time.rawValue, Int64(item.rawValue), bytes.rawValue, takes.rawValue)
  }

  public mutating func downloaded(_ item: ItemID, at time: Nanoseconds) {
    mix(16, time.rawValue, Int64(item.rawValue))
  }

  public mutating func layout(target: PixelSize, at time: Nanoseconds) {
    mix(11, time.rawValue, Int64(target.width), Int64(target.height))
  }
}
