/// Outcomes of decodes, and the load of a trace on the workers.
extension Metric {
  public static let decodes = Metric(
    "decodes", .count, better: .lower, "decodes begun"
  ) { .integer($0.tally.decodes) }

  public static let redecodes = Metric(
    "redecodes", .count, better: .lower, "decodes of a key that was decoded before"
  ) { .integer($0.tally.redecodes) }

  public static let wastedDecodes = Metric(
    "wasted-decodes", .count, better: .lower, "started decodes that ended and went without ever being requested"
  ) { .integer($0.tally.preheat.wasted) }

  public static let abandonedDecodes = Metric(
    "abandoned-decodes", .count, better: .lower, "demand decodes whose cell had left when they ended"
  ) { .integer($0.tally.abandonedDecodes) }

  public static let failedDecodes = Metric(
    "failed-decodes", .count, better: .lower, "decodes of files that the index marks as damaged: their cells stay blank"
  ) { .integer($0.tally.failedDecodes) }

  public static let cancelledJobs = Metric(
    "cancelled", .count, better: .neither, "jobs removed from a queue before they began"
  ) { .integer($0.tally.cancelled) }

  public static let refusedJobs = Metric(
    "refused", .count, better: .lower, "preheat jobs skipped because only displayed or started bitmaps could make room"
  ) { .integer($0.tally.refused) }

  public static let evictions = Metric(
    "evictions", .count, better: .neither, "bitmaps dropped for room"
  ) { .integer($0.tally.evictions) }

  public static let overdrafts = Metric(
    "overdrafts", .count, better: .lower, "decodes begun past the byte budget because nothing more could go"
  ) { .integer($0.tally.overdrafts) }

  public static let load = Metric(
    "load", .ratio, better: .neither,
    "cost of all requests / (workers x duration): above 1 cells ask for more than the workers can decode"
  ) { .ratio(Int128($0.tally.requestedCost), Int128($0.tally.workers) * Int128($0.tally.duration)) }

  public static let loadWorstSecond = Metric(
    "load-worst-second", .ratio, better: .neither, "the load of the busiest whole second since the first frame"
  ) { .ratio(Int128($0.tally.worstSecondCost), Int128($0.tally.workers) * 1_000_000_000) }

  public static let preheatLedger = Metric(
    "preheat-ledger", .count, better: .neither,
    "what became of the jobs that starts created; the parts add up to created"
  ) { run in
    let ledger = run.tally.preheat
    return .parts([
      "created": ledger.created, "useful": ledger.useful, "late": ledger.late, "same-frame": ledger.sameFrame,
      "cancelled": ledger.cancelled, "wasted": ledger.wasted, "pending": ledger.pending,
    ])
  }

  public static let peakBitmapBytes = Metric(
    "peak-bitmap-bytes", .bytes, better: .lower, "high-water mark of the ledger: displayed, kept and in flight"
  ) { .integer($0.tally.peak.bytes) }

  public static let peakBreakdown = Metric(
    "peak-breakdown", .bytes, better: .neither,
    "the ledger's peak: time (ns), frame, and bytes displayed, kept and in flight"
  ) { run in
    let peak = run.tally.peak
    return .parts([
      "time-ns": peak.time, "frame": peak.frame, "displayed": peak.displayed, "kept": peak.kept,
      "in-flight": peak.inFlight,
    ])
  }

  public static let meanBitmapBytes = Metric(
    "mean-bitmap-bytes", .bytes, better: .lower, "mean of the ledger over time"
  ) { .ratio(Int128($0.tally.liveByteTime), Int128($0.tally.duration)) }
}

/// The cost of a strategy's answers for the processor, and so for the battery.
///
/// *Accuracy* and *coverage* are the prefetching literature's words: the useful ones of the prefetches that were issued,
/// and the misses that they removed, which are divided by all requests here. A prefetch that a demand overtakes while it runs is
/// useful, though late; one that a demand overtakes in its queue is a demand, and none.
extension Metric {
  public static let decodesPerRequest = Metric(
    "decodes-per-request", .perRequest, better: .lower,
    "decodes of images begun / requests: decoding on demand alone begins about 1"
  ) { .ratio(Int128($0.tally.decodes - $0.tally.thumbnails.decodes), Int128($0.tally.requests.count)) }

  public static let decodeTime = Metric(
    "decode-time", .secondsPerMinute, better: .lower,
    "time that workers spend on decodes, thumbnails' too, a minute of the trace"
  ) { .ratio(Int128($0.tally.workerTime) * 60, Int128($0.tally.duration)) }

  public static let preheatAccuracy = Metric(
    "preheat-accuracy", .ratio, better: .higher,
    "of the decodes that began while no cell waited, the share whose image a cell then showed"
  ) { .ratio(Int128($0.tally.shownPreheats), Int128($0.tally.preheatDecodes)) }

  public static let preheatCoverage = Metric(
    "preheat-coverage", .ratio, better: .higher,
    "those images / requests: the share of requests that decoding ahead served"
  ) { .ratio(Int128($0.tally.shownPreheats), Int128($0.tally.requests.count)) }

  public static let downloads = Metric(
    "downloads", .count, better: .lower, "downloads of photos from the cloud that began"
  ) { run in run.cloud { .integer($0.downloads) } }

  public static let downloadedBytes = Metric(
    "downloaded-bytes", .bytes, better: .lower,
    "bytes of the photos that were downloaded, those on their way at the end included"
  ) { run in run.cloud { .integer($0.bytes) } }

  public static let unwantedDownloads = Metric(
    "unwanted-downloads", .count, better: .lower, "downloads that ended when no job waited for the photo any more"
  ) { run in run.cloud { .integer($0.unwanted) } }
}
