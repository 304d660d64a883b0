public import CacheLab
import LabBase
import StrategyKit

/// A replay's events as a trail of digests, so that two replays can be told apart at the frame where they part.
public struct EventTrail: Hashable, Sendable {
  /// Digests that are kept at most.
  static let marksMax = 128
  /// Frames between two marks at most: a trace has ten million lines.
  private static let strideMax: Int64 = 10_000_000

  /// Frames between two marks.
  public let stride: Int
  /// The digest of all events before frame 0, `stride`, 2 x `stride` ...
  public private(set) var marks: [UInt64] = []
  private var frame = 0
  /// FNV-1a over the fields of all events so far (Fowler, Noll, Vo; 64 bits).
  private var digest: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Parameter frameCount: frames of the replay.
  public init(frameCount: Int) {
    stride = max(1, (frameCount + EventTrail.marksMax - 1) / EventTrail.marksMax)
  }

  /// Reads a trail back; nil for anything else.
  init?(_ json: JSON) {
    guard let stride = json["stride"]?.integer, (1...EventTrail.strideMax).contains(stride),
      let marks = json["marks"]?.array, marks.count <= EventTrail.marksMax + 1
    else { return nil }
    self.stride = Int(stride)
    self.marks = marks.compactMap { $0.string.flatMap { UInt64($0, radix: 16) } }
    guard self.marks.count == marks.count else { return nil }
  }

  var json: JSON {
    .object(["stride": .integer(Int128(stride)), "marks": .array(marks.map { .string(String($0, radix: 16)) })])
  }

  /// The frames between which two replays part; nil when they never do, or cannot be compared.
  public func parting(from other: EventTrail) -> Range<Int>? {
    guard stride == other.stride else { return nil }
    let count = min(marks.count, other.marks.count)
    guard let mark = (0..<count).first(where: { marks[$0] != other.marks[$0] }) else {
      return marks.count == other.marks.count ? nil : max(0, count - 1) * stride..<count * stride
    }
    return max(0, mark - 1) * stride..<mark * stride
  }

  /// Takes the last mark; to be called once the replay is over.
  public mutating func finish() { marks.append(digest) }

  fileprivate mutating func nextFrame() {
    if frame % stride == 0 { marks.append(digest) }
    frame += 1
  }

  fileprivate mutating func mix(_ kind: UInt64, _ fields: Int64...) {
    digest = (digest ^ kind) &* 0x100_0000_01b3
    for field in fields { digest = (digest ^ UInt64(bitPattern: field)) &* 0x100_0000_01b3 }
  }
}

/// Makes the trail of a replay: of every event, and of all that an event says.
public struct EventTrailMaker: ReplayObserver {
  public private(set) var trail: EventTrail
  private let table: SlotTable

  /// - Parameters:
  ///   - trail: An empty one.
  ///   - table: The replay's own, for a digest has bitmaps by their slots.
  public init(_ trail: EventTrail, table: SlotTable) {
    self.trail = trail
    self.table = table
  }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    func number(_ tier: Tier) -> Int64 { tier == .full ? 0 : 1 }
    func slot(_ key: BitmapKey) -> Int64 { Int64(table.slot(of: key)) }
    switch event {
    case .frame(let offset, let visible):
      trail.nextFrame()
      trail.mix(1, time, offset, Int64(visible.lower), Int64(visible.upper))
    case .start(let items, let tier):
      for range in items { trail.mix(2, time, Int64(range.lower), Int64(range.upper), number(tier)) }
    case .stop(let items, let tier):
      for range in items { trail.mix(tier == .full ? 3 : 12, time, Int64(range.lower), Int64(range.upper)) }
    case .release(let item): trail.mix(4, time, Int64(item))
    case .request(let item, let size, let outcome):
      trail.mix(5, time, slot(BitmapKey(item: item, size: size)), EventTrailMaker.place(outcome))
    case .cancel(let item, let tier): trail.mix(tier == .full ? 6 : 13, time, Int64(item))
    case .refuse(let item, let tier): trail.mix(tier == .full ? 7 : 14, time, Int64(item))
    case .begin(let key, let cause, let cost, let bytes):
      trail.mix(8, time, slot(key), cause == .demand ? 0 : 1, cost, bytes)
    case .end(let key, let kept): trail.mix(9, time, slot(key), kept ? 1 : 0)
    case .drop(let key, let bytes, let why):
      trail.mix(10, time, slot(key), bytes)
      trail.mix(18, EventTrailMaker.place(why))
    case .layout(let target): trail.mix(11, time, Int64(target.width), Int64(target.height))
    case .download(let item, let bytes, let cost): trail.mix(15, time, Int64(item), bytes, cost)
    case .downloaded(let item): trail.mix(16, time, Int64(item))
    case .content(let photos):
      trail.mix(17, time, Int64(photos.count))
      for range in photos { trail.mix(17, Int64(range.lower), Int64(range.upper)) }
    // Follows from the others.
    case .live: break
    }
  }

  /// Which of all cases it is.
  private static func place<Case: CaseIterable & Equatable>(_ value: Case) -> Int64 where Case.AllCases == [Case] {
    Int64(Case.allCases.firstIndex(of: value) ?? 0)
  }
}
