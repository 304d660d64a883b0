/// Digests of a replay's events at intervals, which show near which frame two replays diverge.
public struct EventTrail: Hashable, Sendable {
  static let marksMax = 128
  /// The largest stride: a trace has at most ten million lines.
  private static let strideMax: Int64 = 10_000_000

  /// The number of frames between two marks.
  public let stride: Int
  /// The digest of all events before frame 0, `stride`, 2 x `stride` ...
  public let marks: [UInt64]

  fileprivate init(stride: Int, marks: [UInt64]) { (self.stride, self.marks) = (stride, marks) }

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
  private let stride: Int
  private var marks: [UInt64] = []
  private var frame = 0
  /// FNV-1a over all lines so far (Fowler, Noll, Vo; 64 bits).
  private var digest: UInt64 = 0xcbf2_9ce4_8422_2325

  /// - Parameter frameCount: The number of frames of the replay.
  public init(frameCount: Int) { stride = max(1, (frameCount + EventTrail.marksMax - 1) / EventTrail.marksMax) }

  public mutating func take(_ event: ReplayEvent, at time: Int64) {
    if case .live = event { return }
    if case .frame = event {
      if frame % stride == 0 { marks.append(digest) }
      frame += 1
    }
    for byte in event.line(at: time).utf8 { digest = (digest ^ UInt64(byte)) &* 0x100_0000_01b3 }
  }

  /// Returns the trail after the replay.
  public consuming func finish() -> EventTrail { EventTrail(stride: stride, marks: marks + [digest]) }
}

/// Finds the first event at which a replay and an event file differ, with the contents of the queues at that time.
///
/// Holds one event of each at a time.
public final class EventComparison: ReplayObserver {
  private var old: EventReader
  private var follower: ReplayFollower
  private var text: String?

  /// - Parameter old: An event file of the same configuration.
  public init(old: consuming EventReader) {
    follower = ReplayFollower(header: old.header)
    self.old = old
  }

  public func take(_ event: ReplayEvent, at time: Int64) {
    // Events of live bytes follow from the others.
    if case .live = event { return }
    compare(TimedEvent(time: time, event: event))
  }

  /// Returns a description of the first difference, or nil if there is none. Call it after the replay.
  public func finish() -> String? {
    compare(nil)
    return text
  }

  private func compare(_ new: TimedEvent?) {
    guard text == nil else { return }
    do throws(ResultError) {
      let recorded = try next()
      if let recorded, recorded == new { return follower.take(recorded.event, at: recorded.time) }
      if recorded != new { text = describe(recorded, new) }
    } catch {
      text = "where the replays part is not known: \(error)"
    }
  }

  private func next() throws(ResultError) -> TimedEvent? {
    while let next = try old.next() {
      if case .live = next.event { continue }
      return next
    }
    return nil
  }

  private func describe(_ old: TimedEvent?, _ new: TimedEvent?) -> String {
    func list(_ keys: [BitmapKey]) -> String {
      keys.isEmpty
        ? "" : " (\(keys.prefix(4).map { "\($0.item)" }.joined(separator: ", "))\(keys.count > 4 ? " ..." : ""))"
    }
    func line(_ next: TimedEvent?) -> String { next.map { $0.event.line(at: $0.time) } ?? "nothing more\n" }
    let time = Double((new ?? old)?.time ?? 0)
    // The queue of thumbnails is not followed.
    let running = follower.running.map(\.key).filter { $0.tier == .full }
    let (requested, started) = (follower.demand.keys, follower.preheat.keys)
    return """
      the replays part at \(NumberText.fixed(time / 1e9, decimals: 3)) s, in frame \(follower.frame):
      old: \(line(old))\
      new: \(line(new))\
      until then: \(NumberText.count(running.count, "decode")) running\(list(running)), \
      \(NumberText.count(requested.count, "request")) waiting\(list(requested)), \
      \(NumberText.count(started.count, "preheat")) behind them\(list(started))
      """
  }
}
