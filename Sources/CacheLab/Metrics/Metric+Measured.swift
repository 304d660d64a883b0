/// Real decodes and the process that makes them.
extension Metric {
  static let decodingFamily: [Metric] = [
    decodeCPU, decodeWall, coarseDecodeCPU, coarseDecodeWall, peakRSS, baselineRSS, anonymousRSS, decodeScratch,
    pageCPU, strategyCPU, runWall, processCPU, partialImages,
  ]

  public static let decodeCPU = Metric(
    "decode-cpu", .nanoseconds, better: .lower, "thread CPU time of each real decode",
    measured: { .distribution($0.decodeCPU.distribution) })

  public static let decodeWall = Metric(
    "decode-wall", .nanoseconds, better: .lower, "wall time of each real decode",
    measured: { .distribution($0.decodeWall.distribution) })

  public static let coarseDecodeCPU = Metric(
    "coarse-decode-cpu", .nanoseconds, better: .lower, kind: .measured,
    "thread CPU time of each decode of a thumbnail"
  ) { run in run.measured { measured in run.coarse { _ in .distribution(measured.coarseCPU.distribution) } } }

  public static let coarseDecodeWall = Metric(
    "coarse-decode-wall", .nanoseconds, better: .lower, kind: .measured,
    "wall time of each decode of a thumbnail"
  ) { run in run.measured { measured in run.coarse { _ in .distribution(measured.coarseWall.distribution) } } }

  public static let peakRSS = Metric(
    "peak-rss", .bytes, better: .lower, "high-water mark of resident memory (VmHWM) since the reset after set-up",
    measured: { $0.peakRSS })

  public static let baselineRSS = Metric(
    "baseline-rss", .bytes, better: .neither, "resident memory at that reset",
    measured: { $0.baselineRSS })

  public static let anonymousRSS = Metric(
    "rss-anon", .bytes, better: .lower, "anonymous resident memory at the ledger's peak",
    measured: { $0.anonymousRSSAtPeak })

  public static let decodeScratch = Metric(
    "decode-scratch", .bytes, better: .lower, "memory of all workers for pictures before they are reduced, at most",
    measured: { .integer($0.scratch) })

  public static let pageCPU = Metric(
    "page-cpu", .nanoseconds, better: .lower, "CPU time of making bitmaps' pages resident",
    measured: { .integer($0.pageCPU) })

  public static let strategyCPU = Metric(
    "strategy-cpu", .nanoseconds, better: .lower, "time the strategy takes a frame",
    measured: { .distribution($0.strategyTimes.finestDistribution) })

  public static let runWall = Metric(
    "run-wall", .nanoseconds, better: .neither, "wall time of the replay with its decodes",
    measured: { .integer($0.runWall) })

  public static let processCPU = Metric(
    "process-cpu", .nanoseconds, better: .neither, "CPU time of the process over the replay",
    measured: { .integer($0.processCPU) })

  public static let partialImages = Metric(
    "partial-images", .count, better: .lower, "decodes that libjpeg-turbo ended with a warning",
    measured: { .integer($0.incidents.partialImages) })
}

/// How punctual a replay on the wall clock was.
extension Metric {
  static let framesFamily: [Metric] = [
    droppedFrames, hitchRatio, frameLateness, decodeLateness, decodeSpan, decodeOverruns,
  ]

  public static let droppedFrames = Metric(
    "dropped-frames", .count, better: .lower, "frames not done when the next refresh was due (--time real)",
    punctuality: { .integer($0.dropped) })

  public static let hitchRatio = Metric(
    "hitch-ratio", .millisecondsPerSecond, better: .lower, kind: .measured,
    "time the screen lacked a frame that was due, a second (--time real)"
  ) { run in run.punctuality { .ratio(Int128($0.hitchTime) * 1000, Int128(run.tally.duration)) } }

  public static let frameLateness = Metric(
    "frame-lateness", .nanoseconds, better: .lower, "from when a frame was due until it was done (--time real)",
    punctuality: { .distribution(Distribution(samples: $0.lateness)) })

  public static let decodeLateness = Metric(
    "decode-lateness", .nanoseconds, better: .lower, kind: .measured,
    "from when a held decode was due to end until its end was dealt with (--time real)"
  ) { run in
    run.punctuality { frames in
      guard !frames.decodeLateness.isEmpty else { return .absent("no decode was held to its declared cost") }
      return .distribution(Distribution(samples: frames.decodeLateness))
    }
  }

  /// Time from begin to end of each decode as the replay saw it, page making, waking and holding included.
  public static let decodeSpan = Metric(
    "decode-span", .nanoseconds, better: .lower, "from begin to end of each decode as the replay saw it (--time real)",
    punctuality: { .distribution(Distribution(samples: $0.decodeTimes)) })

  public static let decodeOverruns = Metric(
    "decode-overruns", .count, better: .lower,
    "decodes that took longer than the declared cost that they were held for (--time real)",
    punctuality: { .integer($0.overruns) })
}
