/// The traces that a page's player holds, and which of them did not fit.
public struct PlayerData: Sendable {
  let traces: [ReelTrace]
  let moments: [ReelMoment]
  /// The page's element, JSON with packed frames, cells and levels.
  let script: String
  /// Traces that would have made the page too large.
  let leftOut: [String]

  /// Bytes of player data that a page holds at most, unless its first trace alone takes more.
  public static let bytesMax = 4_000_000

  /// - Parameters:
  ///   - traces: the most important first; each with a reel at least.
  ///   - best: the strategy shown on the right at first.
  public init(_ traces: [ReelTrace], best: String?, bytesMax: Int = PlayerData.bytesMax) {
    var fitting: [(trace: ReelTrace, moment: ReelMoment, text: String)] = []
    var leftOut: [String] = []
    var used = 0
    for trace in traces {
      let moment = ReelMoment(trace, best: best)
      let text = HTMLText.script(trace.json(moment))
      if !fitting.isEmpty && used + text.utf8.count > bytesMax {
        leftOut.append(trace.name)
        continue
      }
      used += text.utf8.count
      fitting.append((trace, moment, text))
    }
    self.traces = fitting.map(\.trace)
    moments = fitting.map(\.moment)
    self.leftOut = leftOut
    script = "{\"player\":1,\"traces\":[\n" + fitting.map(\.text).joined(separator: ",\n") + "\n]}"
  }

  /// True when a coarse image is shown anywhere.
  var hasSoft: Bool { traces.contains { $0.reels.contains { $0.changes.contains { $0.state == .soft } } } }

  var still: ReelStill? {
    guard let trace = traces.first, let moment = moments.first else { return nil }
    return ReelStill(trace: trace, moment: moment)
  }
}
