public import GridEngine
public import StrategyKit

/// The counts of a driver, which are those of `lab-run`.
public struct GridCounters: Hashable, Sendable {
  /// Cells that came on screen and asked for their image, those of the first frame left out.
  public var requests: Int64 = 0
  /// Those whose image was there.
  public var hits: Int64 = 0
  /// Those whose image was on its way.
  public var late: Int64 = 0
  /// Those for which nothing had been begun.
  public var misses: Int64 = 0
  /// Those whose cell was in view for more than 100 ms before its image came or it left.
  public var noticedWaits: Int64 = 0
  /// Bytes of images at most, those in the making included.
  public var peak = ByteCount.zero
  /// Visible cell area over time, and what of it was blank: thousandths of a point x nanoseconds, the first frame's cells
  /// left out.
  public var area: WideSum = 0
  public var blankArea: WideSum = 0
  /// And what of it showed a thumbnail alone.
  public var softArea: WideSum = 0
  /// The times that screens which appeared at once took to fill, since the driver began.
  public var screens = ScreenTally()
  /// Images and thumbnails that a source was asked for. Downloads are none, nor is a request for a photo in the cloud.
  public var decodes: Int64 = 0
  public var failures: Int64 = 0
  /// Cells that asked for their image, those of the first frame too.
  public var cells: Int64 = 0
  /// Of `decodes` those of thumbnails.
  public var thumbnails: Int64 = 0
  /// Requests of images that began while no cell waited, and those of them whose image a cell then showed.
  public var preheats: Int64 = 0
  public var shownPreheats: Int64 = 0

  public init() {}

  /// Creates the counters of a replay.
  public init(_ tally: ReplayTally) { self = GridCounters().adding(tally, decodes: tally.decodes) }

  /// The share of requests whose image was there; nil before the first.
  public var hitRate: Double? { requests == 0 ? nil : Double(hits) / Double(requests) }

  /// The share of requests whose cell kept a person waiting; nil before the first.
  public var noticed: Double? { requests == 0 ? nil : Double(noticedWaits) / Double(requests) }

  /// The share of visible area over time that was blank; nil before any was visible.
  public var blank: Double? { area == 0 ? nil : Double(blankArea) / Double(area) }

  /// The share that showed its image; with `blank` and `soft` it adds up to 1. Nil before any was visible.
  public var sharp: Double? { area == 0 ? nil : Double(area - blankArea - softArea) / Double(area) }

  /// The share that showed a thumbnail alone; nil before any was visible.
  public var soft: Double? { area == 0 ? nil : Double(softArea) / Double(area) }

  /// The decodes of images for each image that a cell asked for: about 1 if all are on demand. Nil before the first.
  public var decodesPerRequest: Double? { cells == 0 ? nil : Double(decodes - thumbnails) / Double(cells) }

  /// The share of preheats whose image a cell showed; nil before the first.
  public var preheatAccuracy: Double? { preheats == 0 ? nil : Double(shownPreheats) / Double(preheats) }

  /// The share of requests that a preheat served; nil before the first.
  public var preheatCoverage: Double? { cells == 0 ? nil : Double(shownPreheats) / Double(cells) }

  /// - Parameter decodes: Begun beside those that are in the sum.
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
    sum.softArea += tally.coarse.warmSoft
    // A machine goes on from the screens of the one before.
    sum.screens = tally.screens
    sum.decodes += decodes
    sum.failures += tally.failedDecodes
    sum.cells += tally.requests.count
    sum.thumbnails += tally.coarse.decodes
    sum.preheats += tally.preheatDecodes
    sum.shownPreheats += tally.shownPreheats
    return sum
  }
}
