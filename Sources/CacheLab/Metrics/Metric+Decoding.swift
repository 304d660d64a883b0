/// Real decodes and the process that makes them.
extension Metric {
  static let decodingFamily: [Metric] = [
    decodeCPU, decodeWall, coarseDecodeCPU, coarseDecodeWall, peakRSS, baselineRSS, anonymousRSS, decodeScratch,
    pageCPU,
    strategyCPU, runWall, processCPU, partialImages,
  ]

  public static let decodeCPU = Metric(
    "decode-cpu", unit: .nanoseconds, better: .lower, kind: .measured, summary: "thread CPU time of each real decode"
  ) { run in run.measured { .distribution($0.decodeCPU.distribution) } }

  public static let decodeWall = Metric(
    "decode-wall", unit: .nanoseconds, better: .lower, kind: .measured, summary: "wall time of each real decode"
  ) { run in run.measured { .distribution($0.decodeWall.distribution) } }

  public static let coarseDecodeCPU = Metric(
    "coarse-decode-cpu", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "thread CPU time of each decode of a thumbnail"
  ) { run in run.measured { measured in run.coarse { _ in .distribution(measured.coarseCPU.distribution) } } }

  public static let coarseDecodeWall = Metric(
    "coarse-decode-wall", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "wall time of each decode of a thumbnail"
  ) { run in run.measured { measured in run.coarse { _ in .distribution(measured.coarseWall.distribution) } } }

  public static let peakRSS = Metric(
    "peak-rss", unit: .bytes, better: .lower, kind: .measured,
    summary: "high-water mark of resident memory (VmHWM) since the reset after set-up"
  ) { run in run.measured { $0.peakRSS.metricValue } }

  public static let baselineRSS = Metric(
    "baseline-rss", unit: .bytes, better: .neither, kind: .measured, summary: "resident memory at that reset"
  ) { run in run.measured { $0.baselineRSS.metricValue } }

  public static let anonymousRSS = Metric(
    "rss-anon", unit: .bytes, better: .lower, kind: .measured, summary: "anonymous resident memory at the ledger's peak"
  ) { run in run.measured { $0.anonymousRSSAtPeak.metricValue } }

  public static let decodeScratch = Metric(
    "decode-scratch", unit: .bytes, better: .lower, kind: .measured,
    summary: "memory of all workers for pictures before they are reduced, at most"
  ) { run in run.measured { .integer($0.scratch) } }

  public static let pageCPU = Metric(
    "page-cpu", unit: .nanoseconds, better: .lower, kind: .measured,
    summary: "CPU time of making bitmaps' pages resident"
  ) { run in run.measured { .integer($0.pageCPU) } }

  public static let strategyCPU = Metric(
    "strategy-cpu", unit: .nanoseconds, better: .lower, kind: .measured, summary: "time the strategy takes a frame"
  ) { run in run.measured { .distribution($0.strategyTimes.finestDistribution) } }

  public static let runWall = Metric(
    "run-wall", unit: .nanoseconds, better: .neither, kind: .measured,
    summary: "wall time of the replay with its decodes"
  ) { run in run.measured { .integer($0.runWall) } }

  public static let processCPU = Metric(
    "process-cpu", unit: .nanoseconds, better: .neither, kind: .measured,
    summary: "CPU time of the process over the replay"
  ) { run in run.measured { .integer($0.processCPU) } }

  public static let partialImages = Metric(
    "partial-images", unit: .count, better: .lower, kind: .measured,
    summary: "decodes that libjpeg-turbo ended with a warning"
  ) { run in run.measured { .integer($0.incidents.partialImages) } }
}
