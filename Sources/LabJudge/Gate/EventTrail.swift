public import CacheLab
import LabRecords

/// Digests of a replay's events at intervals, which show near which frame two replays diverge.
public struct EventTrail: Hashable, Sendable {
  static let marksMax = 128
  /// The largest stride: a trace has at most ten million lines.
  private static let strideMax: Int64 = 10_000_000

  /// The number of frames between two marks.
  public let stride: Int
  /// The digest of all events before frame 0, `stride`, 2 x `stride` ...
  public fileprivate(set) var marks: [UInt64] = []

  fileprivate init(frameCount: Int) {
    stride = max(1, (frameCount + EventTrail.marksMax - 1) / EventTrail.marksMax)
  }

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

  /// Returns the frames between which two replays diverge, or nil if they do not or cannot be compared.
  public func parting(from other: EventTrail) -> Range<Int>? {
    guard stride == other.stride else { return nil }
    let count = min(marks.count, other.marks.count)
    guard let mark = (0..<count).first(where: { marks[$0] != other.marks[$0] }) else {
      return marks.count == other.marks.count ? nil : max(0, count - 1) * stride..<count * stride
    }
    return max(0, mark - 1) * stride..<mark * stride
  }
}

/// Creates the trail of a replay from the lines of its event file, without those that follow from others.
public struct EventTrailMaker: ReplayObserver {
  private var trail: EventTrail
  private var frame = 0
  private var line = EventText()
  /// FNV-1a over all lines so far (Fowler, Noll, Vo; 64 bits).
  private var digest: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Parameter frameCount: The number of frames of the replay.
  public init(frameCount: Int) { trail = EventTrail(frameCount: frameCount) }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    if case .live = event { return }
    if case .frame = event {
      if frame % trail.stride == 0 { trail.marks.append(digest) }
      frame += 1
    }
    line.write(event, at: time)
    for byte in line.bytes { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Returns the trail after the replay.
  public consuming func finish() -> EventTrail {
    trail.marks.append(digest)
    return trail
  }
}
