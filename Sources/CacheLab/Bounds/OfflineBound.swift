/// Bounds of the hits and the blank area over a trace, for any strategy whose bitmaps never take more than some bytes.
///
/// Exact, and the same on every machine. The first frame is left out: no strategy can have it ready.
public struct OfflineBound: Hashable, Sendable {
  /// The frames beyond which traces are not bounded: all their requests are in memory at once.
  public static let framesMax = 200_000
  /// The limit of the search for prices, in looks of 10 to 20 ns each.
  private static let stepsMax = 60_000_000

  public let hits: Int64
  public let requests: Int64
  /// The blank and visible area over time, in thousandths of a point x nanoseconds.
  public let blank: Int128
  public let area: Int128

  public init(_ replay: Replay, memory: ByteCount) {
    let (hits, blank) = (HitBound(replay), PricedBound(replay))
    self.hits = hits.hits(memory: memory.rawValue)
    requests = hits.warmRequests
    self.blank = blank.warmBlank(memory: memory.rawValue, stepsMax: OfflineBound.stepsMax)
    area = blank.warmArea
  }

  /// Returns the reason why the bounds do not hold for a strategy's replay, or nil if they do.
  package static func missingReason(for strategy: StrategySpec, over replay: Replay) -> String? {
    if strategy.hasThumbnails { return "cells may show thumbnails first, and bounds are of full images alone" }
    if strategy.canServeSmallerRequests && replay.table.targetSizes.count > 1 {
      return "a larger bitmap may serve a smaller request, and bounds are of bitmaps of the very size that is asked for"
    }
    if replay.table.hasCloud { return "photos are in the cloud, and bounds know nothing of downloads" }
    if replay.script.hasChangingContent {
      return "photos come and go, or are a choice: bounds are worked out for grids that keep their photos"
    }
    if replay.script.steps.count > framesMax {
      return "more than \(framesMax) frames: \(ToolName.current) trace cut makes a shorter trace"
    }
    return nil
  }
}
