/// What became of decodes, and the load that a trace puts on the workers.
extension Metric {
  static let jobsFamily: [Metric] = [
    decodes, redecodes, wastedDecodes, abandonedDecodes, failedDecodes, cancelledJobs, refusedJobs, evictions,
    overdrafts, load, loadWorstSecond, preheatLedger,
  ]

  public static let decodes = Metric(
    "decodes", unit: .count, better: .lower, kind: .deterministic, summary: "decodes begun"
  ) { .integer($0.tally.decodes) }

  public static let redecodes = Metric(
    "redecodes", unit: .count, better: .lower, kind: .deterministic, summary: "decodes of a key that was decoded before"
  ) { .integer($0.tally.redecodes) }

  public static let wastedDecodes = Metric(
    "wasted-decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "started decodes that ended and went without ever being requested"
  ) { .integer($0.tally.preheat.wasted) }

  public static let abandonedDecodes = Metric(
    "abandoned-decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "demand decodes whose cell had left when they ended"
  ) { .integer($0.tally.abandonedDecodes) }

  public static let failedDecodes = Metric(
    "failed-decodes", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes of files that the index marks as damaged: their cells stay blank"
  ) { .integer($0.tally.failedDecodes) }

  public static let cancelledJobs = Metric(
    "cancelled", unit: .count, better: .neither, kind: .deterministic,
    summary: "jobs removed from a queue before they began"
  ) { .integer($0.tally.cancelled) }

  public static let refusedJobs = Metric(
    "refused", unit: .count, better: .lower, kind: .deterministic,
    summary: "preheat jobs skipped because only displayed or started bitmaps could make room"
  ) { .integer($0.tally.refused) }

  public static let evictions = Metric(
    "evictions", unit: .count, better: .neither, kind: .deterministic, summary: "bitmaps dropped for room"
  ) { .integer($0.tally.evictions) }

  public static let overdrafts = Metric(
    "overdrafts", unit: .count, better: .lower, kind: .deterministic,
    summary: "decodes begun past the byte budget because nothing more could go"
  ) { .integer($0.tally.overdrafts) }

  public static let load = Metric(
    "load", unit: .ratio, better: .neither, kind: .deterministic,
    summary: "cost of all requests / (workers x duration): above 1 cells ask for more than the workers can decode"
  ) { .ratio(Int128($0.tally.requestedCost), Int128($0.tally.workers) * Int128($0.tally.duration)) }

  public static let loadWorstSecond = Metric(
    "load-worst-second", unit: .ratio, better: .neither, kind: .deterministic,
    summary: "the load of the busiest whole second since the first frame"
  ) { .ratio(Int128($0.tally.worstSecondCost), Int128($0.tally.workers) * 1_000_000_000) }

  public static let preheatLedger = Metric(
    "preheat-ledger", unit: .count, better: .neither, kind: .deterministic,
    summary: "what became of the jobs that starts created; the parts add up to created"
  ) { run in
    let ledger = run.tally.preheat
    return .parts([
      "created": ledger.created, "useful": ledger.useful, "late": ledger.late, "same-frame": ledger.sameFrame,
      "cancelled": ledger.cancelled, "wasted": ledger.wasted, "pending": ledger.pending,
    ])
  }
}
