/// The counts of a driver, defined as in `lab-run`.
public struct GridCounters: Hashable, Sendable {
  /// The cells that came on screen and requested their image, without those of the first frame.
  public var requests: Int64 = 0
  /// The requests whose image was ready.
  public var hits: Int64 = 0
  /// The requests whose image was on its way.
  public var late: Int64 = 0
  /// The requests for which nothing had begun.
  public var misses: Int64 = 0
  /// The requests whose cell was in view for more than 100 ms before its image came or it left.
  public var noticedWaits: Int64 = 0
  /// The most bytes of images held at once, including those that are being made.
  public var peak = ByteCount.zero
  /// The visible cell area over time, and the blank part of it, in thousandths of a point x nanoseconds, without the
  /// cells of the first frame.
  public var area: WideSum = 0
  public var blankArea: WideSum = 0
  /// The part of `area` that showed only a thumbnail.
  public var thumbnailArea: WideSum = 0
  /// The times that it took to fill screens that appeared at once, since the driver began.
  public var screens = ScreenTally()
  /// The images and thumbnails that the source was asked for, without downloads and requests for photos in the cloud.
  public var decodes: Int64 = 0
  public var failures: Int64 = 0
  /// The cells that requested their image, including those of the first frame.
  public var cells: Int64 = 0
  /// The part of `decodes` that were thumbnails.
  public var thumbnails: Int64 = 0
  /// The requests for images that began while no cell waited, and those of them whose image a cell then showed.
  public var preheats: Int64 = 0
  public var shownPreheats: Int64 = 0

  public init() {}

  /// Creates the counters of a replay.
  public init(_ tally: ReplayTally) { self = GridCounters().adding(tally, decodes: tally.decodes) }

  /// The share of requests whose image was ready, or nil before the first request.
  public var hitRate: Double? { requests == 0 ? nil : Double(hits) / Double(requests) }

  /// The share of requests that kept a person waiting, or nil before the first request.
  public var noticed: Double? { requests == 0 ? nil : Double(noticedWaits) / Double(requests) }

  /// The share of the visible area over time that was blank, or nil before any was visible.
  public var blank: Double? { area == 0 ? nil : Double(blankArea) / Double(area) }

  /// The share of the visible area over time that showed its image, or nil before any was visible. The rest showed a
  /// thumbnail alone, or was blank.
  public var sharp: Double? { area == 0 ? nil : Double(area - blankArea - thumbnailArea) / Double(area) }

  func adding(_ tally: ReplayTally, decodes: Int64) -> GridCounters {
    var sum = self
    sum.requests += tally.warmRequests.count
    sum.hits += tally.warmRequests.hits
    sum.late += tally.warmRequests.late
    sum.misses += tally.warmRequests.misses
    sum.noticedWaits += tally.waits.noticed
    sum.peak = max(peak, ByteCount(rawValue: tally.peak.bytes))
    sum.area += tally.warmBlank.whole
    sum.blankArea += tally.warmBlank.part
    sum.thumbnailArea += tally.thumbnails.warmArea
    // A machine continues the screens of the one before it.
    sum.screens = tally.screens
    sum.decodes += decodes
    sum.failures += tally.failedDecodes
    sum.cells += tally.requests.count
    sum.thumbnails += tally.thumbnails.decodes
    sum.preheats += tally.preheatDecodes
    sum.shownPreheats += tally.shownPreheats
    return sum
  }
}
