/// Traces that a mean is taken over: a set that comes with the project, or the user's own. A mean over two groups would
/// describe neither.
public struct TraceGroup: Hashable, Sendable {
  /// `yours`, or the name of a `TraceSet`.
  public var name: String
  /// The numbers of its traces among all requested ones.
  public var traces: [Int]

  /// Returns its traces that are also among others, or nil if there are none.
  public func among(_ others: [Int]) -> TraceGroup? {
    let own = traces.filter { others.contains($0) }
    return own.isEmpty ? nil : TraceGroup(name: name, traces: own)
  }

  /// Returns `hunt`, `20 traces`, or `20 traces of stress` if there are other sets.
  ///
  /// - Parameters:
  ///   - traces: Their names.
  ///   - set: The name of their set, if there are others.
  public static func words(_ traces: [String], of set: String?) -> String {
    traces.count == 1 ? traces[0] : NumberText.count(traces.count, "trace") + (set.map { " of \($0)" } ?? "")
  }

  /// Returns the groups of some traces, in the order of their weight: one's own, people, searchers, stress.
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

  /// Creates the set of a shipped trace by its name; returns nil for any other trace.
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
