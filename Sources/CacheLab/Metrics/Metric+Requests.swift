/// What cells asked for, and what they found.
extension Metric {
  static let requestsFamily: [Metric] = [
    requests, hits, lateRequests, misses, repeatRequests, hitRate, warmHitRate, byteHitRate,
  ]

  public static let requests = Metric(
    "requests", unit: .count, better: .neither, kind: .deterministic, summary: "cells that asked for an image"
  ) { .integer($0.tally.requests.count) }

  public static let hits = Metric(
    "hits", unit: .count, better: .higher, kind: .deterministic, summary: "requests whose bitmap was there"
  ) { .integer($0.tally.requests.hits) }

  public static let lateRequests = Metric(
    "late", unit: .count, better: .lower, kind: .deterministic,
    summary: "requests whose decode was asked for at an earlier frame and had not ended"
  ) { .integer($0.tally.requests.late) }

  public static let misses = Metric(
    "misses", unit: .count, better: .lower, kind: .deterministic,
    summary: "requests whose image was neither there nor on its way"
  ) { .integer($0.tally.requests.misses) }

  /// Requests of a photo at a size that was requested before: the most that keeping images can ever serve.
  public static let repeatRequests = Metric(
    "repeat-requests", unit: .count, better: .neither, kind: .deterministic,
    summary: "requests of a key requested before: the most that keeping images can ever serve"
  ) { .integer($0.tally.repeats) }

  public static let hitRate = Metric(
    "hit-rate", unit: .ratio, better: .higher, kind: .deterministic, summary: "hits / requests"
  ) { .ratio(Int128($0.tally.requests.hits), Int128($0.tally.requests.count)) }

  public static let warmHitRate = Metric(
    "warm-hit-rate", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "hits / requests, without the first frame's, which can never hit"
  ) { .ratio(Int128($0.tally.warmRequests.hits), Int128($0.tally.warmRequests.count)) }

  public static let byteHitRate = Metric(
    "byte-hit-rate", unit: .ratio, better: .higher, kind: .deterministic,
    summary: "bitmap bytes of hits / bitmap bytes of all requests"
  ) { .ratio(Int128($0.tally.hitBytes), Int128($0.tally.requestedBytes)) }
}
