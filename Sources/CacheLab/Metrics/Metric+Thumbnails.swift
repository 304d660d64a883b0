/// Thumbnails, where a part of the strategy starts them.
extension Metric {
  static let thumbnailsFamily: [Metric] = [
    coarseHits, softRatio, warmSoftRatio, timeToFirstImage, warmTimeToFirstImage, coarseDecodes, coarseLedger,
  ]

  public static let coarseHits = Metric(
    "coarse-hits", unit: .count, better: .higher, kind: .deterministic,
    summary: "late requests and misses that found the coarse image"
  ) { run in run.coarse { _ in .integer(run.tally.requests.coarseHits) } }

  public static let softRatio = Metric(
    "soft-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "area x time of cells that show the coarse image only / visible cell area x time"
  ) { run in run.coarse { .ratio(Int128($0.soft), Int128(run.tally.blank.whole)) } }

  public static let warmSoftRatio = Metric(
    "warm-soft-ratio", unit: .ratio, better: .lower, kind: .deterministic,
    summary: "soft-ratio without the cells of the first frame"
  ) { run in run.coarse { .ratio(Int128($0.warmSoft), Int128(run.tally.warmBlank.whole)) } }

  public static let timeToFirstImage = Metric(
    "time-to-first-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "from request to the first image of either tier, 0 for a hit and a coarse hit"
  ) { run in run.coarse { _ in .distribution(run.timeToFirstImage) } }

  public static let warmTimeToFirstImage = Metric(
    "warm-time-to-first-image", unit: .nanoseconds, better: .lower, kind: .deterministic,
    summary: "time-to-first-image without the first frame's requests"
  ) { run in run.coarse { _ in .distribution(run.warmTimeToFirstImage) } }

  public static let coarseDecodes = Metric(
    "coarse-decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes of embedded thumbnails, counted among all decodes too"
  ) { run in run.coarse { .integer($0.decodes) } }

  public static let coarseLedger = Metric(
    "coarse-ledger", unit: .count, better: .neither, kind: .deterministic,
    summary: "coarse jobs and what became of them: shown, cancelled, unseen or pending"
  ) { run in
    run.coarse {
      .parts([
        "created": $0.created, "shown": $0.shown, "cancelled": $0.cancelled, "unseen": $0.unseen, "pending": $0.pending,
      ])
    }
  }
}
