/// What a strategy's answers cost the processor, and so the battery.
///
/// *Accuracy* and *coverage* are the prefetching literature's words: the useful ones of the prefetches that were issued,
/// and the misses that they removed, which are divided by all requests here. A prefetch that a demand overtakes while it runs is
/// useful, though late; one that a demand overtakes in its queue is a demand, and none.
extension Metric {
  static let workFamily: [Metric] = [decodesPerRequest, decodeTime, preheatAccuracy, preheatCoverage]

  public static let decodesPerRequest = Metric(
    "decodes-per-request", unit: .perRequest, better: .lower, kind: .deterministic,
    summary: "decodes of images begun / requests: decoding on demand alone begins about 1"
  ) { .ratio(Int128($0.tally.decodes - $0.tally.coarse.decodes), Int128($0.tally.requests.count)) }

  public static let decodeTime = Metric(
    "decode-time", unit: .secondsPerMinute, better: .lower, kind: .deterministic,
    summary: "time that workers spend on decodes, thumbnails' too, a minute of the trace"
  ) { .ratio(Int128($0.tally.workerTime) * 60, Int128($0.tally.duration)) }

  public static let preheatAccuracy = Metric(
    "preheat-accuracy", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "of the decodes that began while no cell waited, the share whose image a cell then showed"
  ) { .ratio(Int128($0.tally.shownPreheats), Int128($0.tally.preheatDecodes)) }

  public static let preheatCoverage = Metric(
    "preheat-coverage", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "those images / requests: the share of requests that decoding ahead served"
  ) { .ratio(Int128($0.tally.shownPreheats), Int128($0.tally.requests.count)) }
}
