extension Metric {
  public static let requests = Metric(
    "requests", .count, better: .neither, "cells that asked for an image"
  ) { .integer($0.tally.requests.count) }

  public static let hits = Metric(
    "hits", .count, better: .higher, "requests whose bitmap was there"
  ) { .integer($0.tally.requests.hits) }

  public static let lateRequests = Metric(
    "late", .count, better: .lower, "requests whose decode was asked for at an earlier frame and had not ended"
  ) { .integer($0.tally.requests.late) }

  public static let misses = Metric(
    "misses", .count, better: .lower, "requests whose image was neither there nor on its way"
  ) { .integer($0.tally.requests.misses) }

  public static let repeatRequests = Metric(
    "repeat-requests", .count, better: .neither,
    "requests of a key requested before: the most that keeping images can ever serve"
  ) { .integer($0.tally.repeats) }

  public static let hitRate = Metric(
    "hit-rate", .ratio, better: .higher, "hits / requests"
  ) { .ratio(Int128($0.tally.requests.hits), Int128($0.tally.requests.count)) }

  public static let warmHitRate = Metric(
    "warm-hit-rate", .ratio, better: .higher, "hits / requests, without the first frame's, which can never hit"
  ) { .ratio(Int128($0.tally.warmRequests.hits), Int128($0.tally.warmRequests.count)) }

  public static let byteHitRate = Metric(
    "byte-hit-rate", .ratio, better: .higher, "bitmap bytes of hits / bitmap bytes of all requests"
  ) { .ratio(Int128($0.tally.hitBytes), Int128($0.tally.requestedBytes)) }

  public static let timeToImage = Metric(
    "time-to-image", .nanoseconds, better: .lower, "from request to image: queue wait and decode, 0 for a hit"
  ) { .distribution($0.waits) }

  public static let warmTimeToImage = Metric(
    "warm-time-to-image", .nanoseconds, better: .lower, "time-to-image without the first frame's requests"
  ) { .distribution($0.warmWaits) }

  public static let noticedWaits = Metric(
    "noticed-waits", .perThousand, better: .lower,
    "share of the cells after the first screen that came into view and did not show their image within 100 ms"
  ) { .ratio(Int128($0.tally.waits.noticed), Int128($0.tally.warmRequests.count)) }

  public static let neverShown = Metric(
    "never-shown", .count, better: .lower, "requests whose cell left, or the trace ended, before the image came"
  ) { .integer($0.tally.neverShown) }

  public static let blankRatio = Metric(
    "blank-ratio", .ratio, better: .lower, "blank cell area x time / visible cell area x time"
  ) { .ratio(Int128($0.tally.blank.part), Int128($0.tally.blank.whole)) }

  public static let warmBlankRatio = Metric(
    "warm-blank-ratio", .ratio, better: .lower, "blank-ratio without the cells of the first frame"
  ) { .ratio(Int128($0.tally.warmBlank.part), Int128($0.tally.warmBlank.whole)) }

  /// With `blank-ratio` and, where thumbnails are shown, `soft-ratio` it adds up to 1.
  public static let sharpRatio = Metric(
    "sharp-ratio", .ratio, better: .higher, "area x time of cells that show their full image / visible cell area x time"
  ) { .sharp($0.tally.blank, thumbnails: $0.tally.thumbnails.area) }

  public static let warmSharpRatio = Metric(
    "warm-sharp-ratio", .ratio, better: .higher, "sharp-ratio without the cells of the first frame"
  ) { .sharp($0.tally.warmBlank, thumbnails: $0.tally.thumbnails.warmArea) }

  public static let firstScreenTime = Metric(
    "first-screen-time", .nanoseconds, better: .lower,
    "from the first frame with cells until each of them shows something, or has left"
  ) { $0.firstScreen { $0.filled } }

  public static let firstScreenSharpTime = Metric(
    "first-screen-sharp-time", .nanoseconds, better: .lower,
    "from the first frame with cells until each of them shows its full image, or has left"
  ) { $0.firstScreen { $0.sharp } }

  public static let newScreenTime = Metric(
    "new-screen-time", .nanoseconds, better: .lower,
    "the same as first-screen-time after each jump and each change of layout or content"
  ) { .newScreens($0.newScreens) }

  public static let newScreenSharpTime = Metric(
    "new-screen-sharp-time", .nanoseconds, better: .lower,
    "the same as first-screen-sharp-time after each jump and each change of layout or content"
  ) { .newScreens($0.newSharpScreens) }

  public static let thumbnailHits = Metric(
    "coarse-hits", .count, better: .higher, "late requests and misses that found the thumbnail"
  ) { run in run.thumbnails { _ in .integer(run.tally.requests.thumbnailHits) } }

  public static let thumbnailRatio = Metric(
    "soft-ratio", .ratio, better: .lower,
    "area x time of cells that show a thumbnail only / visible cell area x time"
  ) { run in run.thumbnails { .ratio(Int128($0.area), Int128(run.tally.blank.whole)) } }

  public static let warmThumbnailRatio = Metric(
    "warm-soft-ratio", .ratio, better: .lower, "soft-ratio without the cells of the first frame"
  ) { run in run.thumbnails { .ratio(Int128($0.warmArea), Int128(run.tally.warmBlank.whole)) } }

  public static let timeToFirstImage = Metric(
    "time-to-first-image", .nanoseconds, better: .lower,
    "from request to the first image of either tier, 0 for a hit and a thumbnail hit"
  ) { run in run.thumbnails { _ in .distribution(run.firstWaits) } }

  public static let warmTimeToFirstImage = Metric(
    "warm-time-to-first-image", .nanoseconds, better: .lower, "time-to-first-image without the first frame's requests"
  ) { run in run.thumbnails { _ in .distribution(run.warmFirstWaits) } }

  public static let noticedBlanks = Metric(
    "noticed-blanks", .perThousand, better: .lower,
    "share of the same cells that showed nothing within 100 ms, neither image nor thumbnail"
  ) { run in run.thumbnails { .ratio(Int128($0.waits.noticed), Int128(run.tally.warmRequests.count)) } }

  public static let thumbnailDecodes = Metric(
    "coarse-decodes", .count, better: .lower, "decodes of embedded thumbnails, counted among all decodes too"
  ) { run in run.thumbnails { .integer($0.decodes) } }

  public static let thumbnailLedger = Metric(
    "coarse-ledger", .count, better: .neither,
    "jobs of thumbnails and what became of them: shown, cancelled, unseen or pending"
  ) { run in
    run.thumbnails {
      .parts([
        "created": $0.jobs.created, "shown": $0.jobs.useful, "cancelled": $0.jobs.cancelled,
        "unseen": $0.jobs.wasted, "pending": $0.jobs.pending,
      ])
    }
  }
}

extension MetricValue {
  fileprivate static func sharp(_ blank: ReplayTally.Share, thumbnails: WideSum) -> MetricValue {
    .ratio(Int128(blank.whole - blank.part - thumbnails), Int128(blank.whole))
  }

  fileprivate static func newScreens(_ times: Distribution) -> MetricValue {
    times.count > 0 ? .distribution(times) : .absent("no jump and no change shows a screen of other cells")
  }
}

extension RunFacts {
  fileprivate func firstScreen(_ time: (ScreenTally.Times) -> Int64) -> MetricValue {
    tally.screens.first.map { .integer(time($0)) } ?? .absent("no frame shows a cell")
  }
}
