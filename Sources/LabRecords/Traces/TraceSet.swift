/// A set of the traces that come with the project; the raw value names it wherever a command takes traces.
public enum TraceSet: String, CaseIterable, Sendable {
  /// Modelled people, with the statistics of two studies.
  case people
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
    case .stress:
      [
        "browse", "fastscroll", "flicks", "hunt", "interrupted", "ios-browse", "ios-fastscroll", "ios-flicks",
        "ios-hunt", "ios-overscroll", "library-changes", "limited-access", "open-photo", "promotion", "rotation",
        "scroll-to-top", "scrub", "tablet", "ten-minutes", "zoom",
      ]
    }
  }
}
