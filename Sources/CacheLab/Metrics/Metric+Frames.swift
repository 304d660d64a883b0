/// How punctual a replay on the wall clock was.
extension Metric {
  static let framesFamily: [Metric] = [
    droppedFrames, hitchRatio, frameLateness, decodeLateness, decodeSpan, decodeOverruns,
  ]

  /// Frames that were not done when the next refresh of the screen was due.
  public static let droppedFrames = Metric(
    "dropped-frames", unit: .count, better: .lower, kind: .measured,
    summary: "frames not done when the next refresh was due (--time real)"
  ) { run in run.punctuality { .integer($0.dropped) } }

  /// Time in which the screen lacked a frame that was due, in milliseconds a second.
  public static let hitchRatio = Metric(
    "hitch-ratio", unit: .millisecondsPerSecond, better: .lower, kind: .measured,
    summary: "time the screen lacked a frame that was due, a second (--time real)"
  ) { run in run.punctuality { .ratio(Int128($0.hitchTime) * 1000, Int128(run.tally.duration)) } }

  /// Time from when each frame was due until it was done.
  public static let frameLateness = Metric(
    "frame-lateness", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "from when a frame was due until it was done (--time real)"
  ) { run in run.punctuality { .distribution(Distribution(samples: $0.lateness)) } }

  /// Time from when each held decode was due to end until its end was dealt with.
  public static let decodeLateness = Metric(
    "decode-lateness", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "from when a held decode was due to end until its end was dealt with (--time real)"
  ) { run in
    run.punctuality { frames in
      guard !frames.decodeLateness.isEmpty else { return .absent("no decode was held to its declared cost") }
      return .distribution(Distribution(samples: frames.decodeLateness))
    }
  }

  /// Time from begin to end of each decode as the replay saw it, page making, waking and holding included.
  public static let decodeSpan = Metric(
    "decode-span", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "from begin to end of each decode as the replay saw it (--time real)"
  ) { run in run.punctuality { .distribution(Distribution(samples: $0.decodeTimes)) } }

  /// Decodes that took this machine longer than the declared cost that they were to be held for.
  public static let decodeOverruns = Metric(
    "decode-overruns", unit: .count, better: .lower, kind: .measured,
    summary: "decodes that took longer than the declared cost that they were held for (--time real)"
  ) { run in run.punctuality { .integer($0.overruns) } }
}
