/// How long requests waited, and what stayed blank.
extension Metric {
  static let waitsFamily: [Metric] = [
    timeToImage, warmTimeToImage, neverShown, blankRatio, warmBlankRatio,
  ]

  public static let timeToImage = Metric(
    "time-to-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "from request to image: queue wait and decode, 0 for a hit"
  ) { .distribution($0.timeToImage) }

  public static let warmTimeToImage = Metric(
    "warm-time-to-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "time-to-image without the first frame's requests"
  ) { .distribution($0.warmTimeToImage) }

  public static let neverShown = Metric(
    "never-shown", unit: .count, better: .lower, kind: .deterministic,
    summary: "requests whose cell left, or the trace ended, before the image came"
  ) { .integer($0.tally.neverShown) }

  public static let blankRatio = Metric(
    "blank-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "blank cell area x time / visible cell area x time"
  ) { .ratio(Int128($0.tally.blank.part), Int128($0.tally.blank.whole)) }

  public static let warmBlankRatio = Metric(
    "warm-blank-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "blank-ratio without the cells of the first frame"
  ) { .ratio(Int128($0.tally.warmBlank.part), Int128($0.tally.warmBlank.whole)) }
}
