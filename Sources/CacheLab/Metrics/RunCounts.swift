/// The counts of a run by name: exact integers, from which every deterministic metric follows.
///
/// A run's digest is of its counts, so a new metric, a view of them, changes no digest. They are written into records
/// and baselines, and a metric that is newer than its baseline is computed from the baseline's counts.
public struct RunCounts: Sendable {
  /// The counts in the order in which they are declared. Their names, in kebab-case, are never used again for others.
  public let all: [(name: String, value: Int128)]

  /// Creates the counts of a run.
  public init(_ run: RunFacts) {
    var (run, visitor) = (run, CountVisitor())
    run.visit(&visitor)
    all = visitor.counts
  }

  /// The SHA-256 of the lines `name value`, sorted: equal digests mean equal runs, bit for bit.
  public var digest: String { SHA256.hex(of: all.map { "\($0.name) \($0.value)\n" }.ordered().joined()) }

  package var json: JSON {
    .object(Dictionary(uniqueKeysWithValues: all.map { ($0.name, .integer($0.value)) }))
  }
}

extension RunFacts {
  /// Creates the facts of a run from its counts, as `RunCounts.json` wrote them; names those that are missing, which then
  /// are 0.
  package static func reading(_ counts: JSON) -> (run: RunFacts, missing: [String]) {
    var (run, visitor) = (RunFacts(tally: ReplayTally()), CountVisitor(record: counts))
    run.visit(&visitor)
    return (run, visitor.missing)
  }

  fileprivate mutating func visit(_ visitor: inout CountVisitor) {
    visitor.visit("", &tally.requests)
    visitor.visit("warm-", &tally.warmRequests)
    visitor.visit("repeat-requests", &tally.repeats)
    visitor.visit("hit-bytes", &tally.hitBytes)
    visitor.visit("requested-bytes", &tally.requestedBytes)
    visitor.visit("peak-bytes", &tally.peak.bytes)
    visitor.visit("peak-time", &tally.peak.time)
    visitor.visit("peak-frame", &tally.peak.frame)
    visitor.visit("peak-displayed", &tally.peak.displayed)
    visitor.visit("peak-kept", &tally.peak.kept)
    visitor.visit("peak-in-flight", &tally.peak.inFlight)
    visitor.visit("live-byte-time", &tally.liveByteTime)
    visitor.visit("blank", &tally.blank)
    visitor.visit("cold-blank", &tally.coldBlank)
    visitor.visit("time-to-image", &waits)
    visitor.visit("warm-time-to-image", &warmWaits)
    visitor.visit("noticed-waits", &tally.waits.noticed)
    visitor.visit("never-shown", &tally.neverShown)
    visitScreens(&visitor)
    visitJobs(&visitor)
    visitThumbnails(&visitor)
    visitor.visit("has-cloud", &tally.cloud.isPresent)
    if tally.cloud.isPresent {
      visitor.visit("downloads", &tally.cloud.downloads)
      visitor.visit("downloaded-bytes", &tally.cloud.bytes)
      visitor.visit("unwanted-downloads", &tally.cloud.unwanted)
    }
    visitor.visit("frames", &tally.frames)
    visitor.visit("layout-changes", &tally.layoutChanges)
    visitor.visit("duration", &tally.duration)
    visitor.visit("workers", &tally.workers)
  }

  private mutating func visitScreens(_ visitor: inout CountVisitor) {
    var hasFirst = tally.screens.first != nil
    visitor.visit("has-first-screen", &hasFirst)
    if hasFirst {
      var times = tally.screens.first ?? ScreenTally.Times(filled: 0, sharp: 0)
      visitor.visit("first-screen-filled", &times.filled)
      visitor.visit("first-screen-sharp", &times.sharp)
      tally.screens.first = times
    }
    visitor.visit("new-screen-filled", &newScreens)
    visitor.visit("new-screen-sharp", &newSharpScreens)
  }

  private mutating func visitJobs(_ visitor: inout CountVisitor) {
    visitor.visit("decodes", &tally.decodes)
    visitor.visit("redecodes", &tally.redecodes)
    visitor.visit("worker-time", &tally.workerTime)
    visitor.visit("preheat-decodes", &tally.preheatDecodes)
    visitor.visit("shown-preheats", &tally.shownPreheats)
    visitor.visit("abandoned-decodes", &tally.abandonedDecodes)
    visitor.visit("failed-decodes", &tally.failedDecodes)
    visitor.visit("cancelled", &tally.cancelled)
    visitor.visit("refused", &tally.refused)
    visitor.visit("evictions", &tally.evictions)
    visitor.visit("overdrafts", &tally.overdrafts)
    visitor.visit("requested-cost", &tally.requestedCost)
    visitor.visit("worst-second-cost", &tally.worstSecondCost)
    visitor.visit("preheats-created", &tally.preheat.created)
    visitor.visit("preheats-useful", &tally.preheat.useful)
    visitor.visit("preheats-late", &tally.preheat.late)
    visitor.visit("preheats-same-frame", &tally.preheat.sameFrame)
    visitor.visit("preheats-cancelled", &tally.preheat.cancelled)
    visitor.visit("preheats-wasted", &tally.preheat.wasted)
    visitor.visit("preheats-pending", &tally.preheat.pending)
  }

  private mutating func visitThumbnails(_ visitor: inout CountVisitor) {
    visitor.visit("has-thumbnails", &tally.thumbnails.isPresent)
    guard tally.thumbnails.isPresent else { return }
    visitor.visit("thumbnails-created", &tally.thumbnails.jobs.created)
    visitor.visit("thumbnails-shown", &tally.thumbnails.jobs.useful)
    visitor.visit("thumbnails-cancelled", &tally.thumbnails.jobs.cancelled)
    visitor.visit("thumbnails-unseen", &tally.thumbnails.jobs.wasted)
    visitor.visit("thumbnails-pending", &tally.thumbnails.jobs.pending)
    visitor.visit("thumbnail-decodes", &tally.thumbnails.decodes)
    visitor.visit("thumbnail-alone", &tally.thumbnails.area)
    visitor.visit("cold-thumbnail-alone", &tally.thumbnails.coldArea)
    visitor.visit("time-to-first-image", &firstWaits)
    visitor.visit("warm-time-to-first-image", &warmFirstWaits)
    visitor.visit("noticed-blanks", &tally.thumbnails.waits.noticed)
  }
}

extension ReplayTally.Waits {
  /// Returns the figures of all waits, and of those after the first frame; hits are waits of 0.
  func figures(hits: (all: Int64, warm: Int64)) -> (all: Distribution, warm: Distribution) {
    if warm.isKept {
      return (
        Distribution(samples: warm.kept + cold, zeros: hits.all), Distribution(samples: warm.kept, zeros: hits.warm)
      )
    }
    return (
      Distribution(
        count: count + hits.all, sum: cold.reduce(Int128(warm.sum)) { $0 + Int128($1) },
        percentiles: warm.percentiles(with: cold, hits: hits.all), max: cold.reduce(warm.max) { max($0, $1) }),
      Distribution(
        count: warm.count + hits.warm, sum: Int128(warm.sum), percentiles: warm.percentiles(hits: hits.warm),
        max: warm.max)
    )
  }
}

/// Collects the counts of a run, or sets them from a record.
struct CountVisitor {
  var record: JSON?
  private(set) var counts: [(name: String, value: Int128)] = []
  private(set) var missing: [String] = []

  mutating func visit(_ name: String, _ count: inout Int128) {
    guard let record else { return counts.append((name, count)) }
    if let value = record[name]?.wideInteger { count = value } else { missing.append(name) }
  }

  mutating func visit(_ name: String, _ count: inout Int64) {
    var wide = Int128(count)
    visit(name, &wide)
    count = Int64(clamping: wide)
  }

  mutating func visit(_ name: String, _ sum: inout WideSum) {
    var wide = Int128(sum)
    visit(name, &wide)
    sum = WideSum(high: Int64(truncatingIfNeeded: wide >> 64), low: UInt64(truncatingIfNeeded: wide))
  }

  mutating func visit(_ name: String, _ flag: inout Bool) {
    var count: Int128 = flag ? 1 : 0
    visit(name, &count)
    flag = count != 0
  }

  mutating func visit(_ name: String, _ share: inout ReplayTally.Share) {
    visit("\(name)-area", &share.part)
    visit("\(name)-visible-area", &share.whole)
  }

  mutating func visit(_ prefix: String, _ requests: inout ReplayTally.Requests) {
    visit("\(prefix)requests", &requests.count)
    visit("\(prefix)hits", &requests.hits)
    visit("\(prefix)late", &requests.late)
    visit("\(prefix)misses", &requests.misses)
    visit("\(prefix)thumbnail-hits", &requests.thumbnailHits)
  }

  mutating func visit(_ name: String, _ waits: inout Distribution) {
    var figures = waits.figures
    for (index, figure) in Distribution.names.enumerated() { visit("\(name)-\(figure)", &figures[index]) }
    waits = Distribution(figures)
  }
}
