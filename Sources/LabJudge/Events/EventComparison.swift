public import CacheLab
public import LabRecords
import StrategyKit

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
    func line(_ event: TimedEvent?) -> String {
      event.map { EventText.line($0.event, at: $0.time) } ?? "nothing more"
    }
    let time = Double((new ?? old)?.time ?? 0)
    // The queues of the coarse tier are not followed.
    let running = follower.running.map(\.key).filter { $0.tier == .full }
    let (requested, started) = (follower.jobs.demand.keys, follower.jobs.preheat.keys)
    return """
      the replays part at \(NumberText.fixed(time / 1e9, decimals: 3)) s, in frame \(follower.frame):
      old: \(line(old))
      new: \(line(new))
      until then: \(NumberText.count(running.count, "decode")) running\(list(running)), \
      \(NumberText.count(requested.count, "request")) waiting\(list(requested)), \
      \(NumberText.count(started.count, "preheat")) behind them\(list(started))
      """
  }
}
