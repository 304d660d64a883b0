import LabBase
import LabRecords
import StrategyKit

/// Finds the first event at which two event files part, and says what stood in the queues then.
public struct EventComparison: Sendable {
  /// Where they part, in words; nil when they never do.
  public let text: String?

  /// - Parameters:
  ///   - old: an event file's text.
  ///   - new: another of the same configuration.
  public init(old: String, new: String) {
    let (before, after) = (EventComparison.events(old), EventComparison.events(new))
    let header = try? JSON.parse(String(old.prefix { $0 != "\n" }))
    var state = ReplayFollower(header: header ?? .object([:]))
    for index in 0..<max(before.count, after.count) {
      let left = index < before.count ? before[index] : nil
      let right = index < after.count ? after[index] : nil
      if left == right, let line = left {
        let bytes = Array(line.utf8)
        if let event = RecordedEvent(bytes, bytes.indices) { state.apply(event) }
        continue
      }
      text = EventComparison.describe(left, right, state)
      return
    }
    text = nil
  }

  /// The lines behind the header; `live` lines follow from the others.
  private static func events(_ text: String) -> [Substring] {
    text.split(separator: "\n").dropFirst().filter { !$0.contains("\"e\":\"live\"") }
  }

  private static func describe(_ old: Substring?, _ new: Substring?, _ state: ReplayFollower) -> String {
    func event(_ line: Substring?) -> JSON? { line.flatMap { try? JSON.parse(String($0)).visible } }
    let time = (event(new) ?? event(old))?["t"]?.number ?? 0
    func list(_ keys: [BitmapKey]) -> String {
      keys.isEmpty
        ? "" : " (\(keys.prefix(4).map { "\($0.item)" }.joined(separator: ", "))\(keys.count > 4 ? " ..." : ""))"
    }
    // The coarse tier has queues of its own, which are not followed.
    let running = state.running.map(\.key).filter { $0.tier == .full }
    let (requested, started) = (state.demand.keys, state.preheat.keys)
    return """
      the replays part at \(NumberText.fixed(time / 1e9, decimals: 3)) s, in frame \(state.frame):
      old: \(words(event(old)))
      new: \(words(event(new)))
      until then: \(NumberText.count(running.count, "decode")) running\(list(running)), \
      \(NumberText.count(requested.count, "request")) waiting\(list(requested)), \
      \(NumberText.count(started.count, "preheat")) behind them\(list(started))
      """
  }

  private static func words(_ event: JSON?) -> String {
    guard let event, let kind = event["e"]?.string else { return "nothing more" }
    let tier = event["tier"]?.string == "coarse" ? " the thumbnail of" : ""
    let item = event["item"]?.integer.map { "\(tier) item \($0)" } ?? ""
    switch kind {
    case "request": return "request\(item): \(event["outcome"]?.string ?? "?")"
    case "begin": return "decode of\(item) begins, \(event["cause"]?.string ?? "?")"
    case "end": return "decode of\(item) ends, \(event["kept"] == .bool(true) ? "kept" : "not kept")"
    case "download": return "download of the file of\(item) begins"
    case "downloaded": return "the file of\(item) is here"
    case "drop": return "drop\(item): \(event["why"]?.string ?? "?")"
    case "start", "stop": return "\(kind)\(tier) items \(event["items"]?.compactText ?? "?")"
    default: return kind + item
    }
  }
}
