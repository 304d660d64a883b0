extension Metric {
  public static let decodeCPU = Metric(
    "decode-cpu", .nanoseconds, better: .lower, "thread CPU time of each real decode",
    measured: { .distribution($0.decodeCPU.distribution) })

  public static let decodeWall = Metric(
    "decode-wall", .nanoseconds, better: .lower, "wall time of each real decode",
    measured: { .distribution($0.decodeWall.distribution) })

  public static let thumbnailDecodeCPU = Metric(
    "coarse-decode-cpu", .nanoseconds, better: .lower, kind: .measured,
    "thread CPU time of each decode of a thumbnail"
  ) { run in run.measured { measured in run.thumbnails { _ in .distribution(measured.thumbnailCPU.distribution) } } }

  public static let thumbnailDecodeWall = Metric(
    "coarse-decode-wall", .nanoseconds, better: .lower, kind: .measured,
    "wall time of each decode of a thumbnail"
  ) { run in run.measured { measured in run.thumbnails { _ in .distribution(measured.thumbnailWall.distribution) } } }

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
