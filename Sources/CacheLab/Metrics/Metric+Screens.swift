/// What the screen shows: shares of area and time, and how long a screen takes to fill that appears at once.
extension Metric {
  static let screensFamily: [Metric] = [
    sharpRatio, warmSharpRatio, firstScreenTime, firstScreenSharpTime, newScreenTime, newScreenSharpTime,
  ]

  /// With `blank-ratio` and `soft-ratio`, where thumbnails stand in, it adds up to 1.
  public static let sharpRatio = Metric(
    "sharp-ratio", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "area x time of cells that show their full image / visible cell area x time"
  ) { .sharp($0.tally.blank, soft: $0.tally.coarse.soft) }

  public static let warmSharpRatio = Metric(
    "warm-sharp-ratio", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "sharp-ratio without the cells of the first frame"
  ) { .sharp($0.tally.warmBlank, soft: $0.tally.coarse.warmSoft) }

  public static let firstScreenTime = Metric(
    "first-screen-time", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "from the first frame with cells until each of them shows something, or has left"
  ) { $0.firstScreen { $0.filled } }

  public static let firstScreenSharpTime = Metric(
    "first-screen-sharp-time", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "from the first frame with cells until each of them shows its full image, or has left"
  ) { $0.firstScreen { $0.sharp } }

  public static let newScreenTime = Metric(
    "new-screen-time", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "the same as first-screen-time after each jump and each change of layout or content"
  ) { $0.newScreens { $0.filled } }

  public static let newScreenSharpTime = Metric(
    "new-screen-sharp-time", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "the same as first-screen-sharp-time after each jump and each change of layout or content"
  ) { $0.newScreens { $0.sharp } }
}

extension MetricValue {
  fileprivate static func sharp(_ blank: ReplayTally.Share, soft: WideSum) -> MetricValue {
    .ratio(Int128(blank.whole - blank.part - soft), Int128(blank.whole))
  }
}

extension RunFacts {
  fileprivate func firstScreen(_ time: (ScreenTally.Times) -> Int64) -> MetricValue {
    tally.screens.first.map { .integer(time($0)) } ?? .absent("no frame shows a cell")
  }

  fileprivate func newScreens(_ time: (ScreenTally.Times) -> Int64) -> MetricValue {
    guard !tally.screens.later.isEmpty else { return .absent("no jump and no change shows a screen of other cells") }
    return .distribution(Distribution(samples: tally.screens.later.lazy.map(time)))
  }
}
