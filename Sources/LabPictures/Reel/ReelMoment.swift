import StrategyKit

/// Two of a trace's reels, and the moment at which what they show differs most.
struct ReelMoment: Sendable {
  /// Indexes into the trace's reels.
  let left: Int
  let right: Int
  /// Microseconds, a frame's time.
  let time: Int64

  /// - Parameters:
  ///   - trace: with a reel at least.
  ///   - best: the strategy that stands right; the left one is that which leaves most blank.
  init(_ trace: ReelTrace, best: String?) {
    let blanks = trace.reels.map { ReelMoment.blanks($0, trace) }
    let totals = blanks.map { $0.reduce(0, +) }
    let right = trace.reels.firstIndex { $0.strategy == best } ?? totals.indices.min { totals[$0] < totals[$1] } ?? 0
    let left = totals.indices.filter { $0 != right }.max { (totals[$0], -$0) < (totals[$1], -$1) } ?? right
    var most = (frame: 0, value: -1)
    for frame in trace.frames.indices {
      let value = left == right ? blanks[left][frame] : blanks[left][frame] - blanks[right][frame]
      if value > most.value { most = (frame, value) }
    }
    self.left = left
    self.right = right
    time = trace.frames.isEmpty ? 0 : trace.frames[most.frame].time
  }

  /// Blank cells of each frame.
  static func blanks(_ reel: ReplayReel, _ trace: ReelTrace) -> [Int] {
    let cellCount = max(trace.layouts.map { $0.count }.max() ?? 0, (reel.changes.map { $0.item }.max() ?? -1) + 1)
    var states = ContiguousArray(repeating: ReelCell.blank, count: Int(cellCount))
    var next = 0
    return trace.frames.map { frame in
      while next < reel.changes.count, reel.changes[next].time <= frame.time {
        states[Int(reel.changes[next].item)] = reel.changes[next].state
        next += 1
      }
      let visible = trace.visible(frame)
      return states[Int(visible.lower)..<Int(visible.upper)].count { $0 == .blank }
    }
  }

  /// What the cells on screen show at a time, by item.
  static func cells(_ reel: ReplayReel, _ trace: ReelTrace, at time: Int64) -> [(item: Int32, state: ReelCell)] {
    guard let frame = trace.frames.last(where: { $0.time <= time }) else { return [] }
    let visible = trace.visible(frame)
    var states: [Int32: ReelCell] = [:]
    for change in reel.changes where change.time <= time && visible.contains(ItemID(rawValue: change.item)) {
      states[change.item] = change.state
    }
    return (visible.lower..<visible.upper).map { ($0, states[$0, default: .blank]) }
  }
}
