import LabBase

/// Traces that means are taken over: a set that comes with the project, or somebody's own. A mean over two of them would
/// say nothing of either.
public struct TraceGroup: Hashable, Sendable {
  /// `yours`, or that of a `TraceSet`.
  public var name: String
  /// By their number among those that were asked for.
  public var traces: [Int]

  /// Those of it that are also among others; nil where none is.
  public func among(_ others: [Int]) -> TraceGroup? {
    let own = traces.filter { others.contains($0) }
    return own.isEmpty ? nil : TraceGroup(name: name, traces: own)
  }

  public init(name: String, traces: [Int]) { (self.name, self.traces) = (name, traces) }

  /// `hunt`, `20 traces`; of one set among several `20 traces of stress`.
  ///
  /// - Parameters:
  ///   - traces: What they are called.
  ///   - set: The name of their set, where there are others.
  public static func words(_ traces: [String], of set: String?) -> String {
    traces.count == 1 ? traces[0] : NumberText.count(traces.count, "trace") + (set.map { " of \($0)" } ?? "")
  }

  /// Those of some traces, in the order in which they matter: one's own, people, searchers, stress.
  public static func all(_ names: [String]) -> [TraceGroup] {
    ([nil] + TraceSet.allCases).compactMap { set in
      let traces = names.indices.filter { TraceSet(ofTrace: names[$0]) == set }
      return traces.isEmpty ? nil : TraceGroup(name: set?.rawValue ?? "yours", traces: traces)
    }
  }
}

/// A set of the traces that come with the project; the raw value names it wherever a command takes traces.
public enum TraceSet: String, CaseIterable, Sendable {
  /// Modelled people, with the statistics of two studies.
  case people
  /// Modelled people who look for a photo with a mouse: leaps, and turns of the wheel.
  case searchers
  /// Busier than any of these people, to see what breaks.
  case stress

  /// The set of a trace by its name; nil for a trace of somebody's own.
  public init?(ofTrace name: String) {
    guard let set = TraceSet.allCases.first(where: { $0.names.contains(name) }) else { return nil }
    self = set
  }

  /// The traces' names, in alphabetical order.
  public var names: [String] {
    switch self {
    case .people:
      [
        "looker-android-120", "looker-android-60", "looker-ios-120", "looker-ios-60", "reader-android-120",
        "reader-android-60", "reader-ios-120", "reader-ios-60",
      ]
    case .searchers: ["searcher-120", "searcher-60"]
    case .stress:
      [
        "browse", "fastscroll", "flicks", "hunt", "interrupted", "ios-browse", "ios-fastscroll", "ios-flicks",
        "ios-hunt", "ios-overscroll", "library-changes", "limited-access", "open-photo", "promotion", "rotation",
        "scroll-to-top", "scrub", "tablet", "ten-minutes", "zoom",
      ]
    }
  }
}
