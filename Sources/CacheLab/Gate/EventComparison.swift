import Strategies

/// Finds the first event at which two event files part, and says what stood in the queues then.
public struct EventComparison: Sendable {
  /// What happened up to there, from the events alone.
  private struct State {
    var frame = -1
    var running: [Int64] = []
    var requested: [Int64] = []
    var started: [Int64] = []

    /// Items that are kept as started at most: as many as a library has photos.
    private static let startedMax = Int64(LibraryConfiguration.maxAssetCount)

    mutating func apply(_ event: JSON) {
      let item = event["item"]?.integer ?? -1
      // The coarse tier has queues of its own.
      if event["tier"]?.string == "coarse" { return }
      switch event["e"]?.string {
      case "frame": frame += 1
      case "request" where event["outcome"]?.string != "hit":
        started.removeAll { $0 == item }
        if !requested.contains(item) && !running.contains(item) { requested.append(item) }
      case "start":
        for range in event["items"]?.array ?? [] {
          guard let bounds = range.array, bounds.count == 2, let low = bounds[0].integer, let high = bounds[1].integer,
            0 <= low, low <= high, high <= State.startedMax - Int64(started.count)
          else { continue }
          started += (low..<high).filter { !requested.contains($0) }
        }
      case "begin":
        requested.removeAll { $0 == item }
        started.removeAll { $0 == item }
        running.append(item)
      case "end": running.removeAll { $0 == item }
      case "cancel", "refuse":
        requested.removeAll { $0 == item }
        started.removeAll { $0 == item }
      default: break
      }
    }
  }

  /// Where they part, in words; nil when they never do.
  public let text: String?

  /// - Parameters:
  ///   - old: an event file's text.
  ///   - new: another of the same configuration.
  public init(old: String, new: String) {
    let (before, after) = (EventComparison.events(old), EventComparison.events(new))
    var state = State()
    for index in 0..<max(before.count, after.count) {
      let left = index < before.count ? before[index] : nil
      let right = index < after.count ? after[index] : nil
      if left == right, let line = left {
        if let event = try? JSON.parse(String(line)) { state.apply(event) }
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

  private static func describe(_ old: Substring?, _ new: Substring?, _ state: State) -> String {
    func event(_ line: Substring?) -> JSON? { line.flatMap { try? JSON.parse(String($0)).visible } }
    let time = (event(new) ?? event(old))?["t"]?.number ?? 0
    func list(_ items: [Int64]) -> String {
      items.isEmpty
        ? "" : " (\(items.prefix(4).map(String.init).joined(separator: ", "))\(items.count > 4 ? " ..." : ""))"
    }
    return """
      the replays part at \(NumberText.fixed(time / 1e9, decimals: 3)) s, in frame \(state.frame):
      old: \(words(event(old)))
      new: \(words(event(new)))
      until then: \(NumberText.count(state.running.count, "decode")) running\(list(state.running)), \
      \(NumberText.count(state.requested.count, "request")) waiting\(list(state.requested)), \
      \(NumberText.count(state.started.count, "preheat")) behind them\(list(state.started))
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
