package import StrategyKit

/// What no strategy passes whose bitmaps take at most some bytes, as a run's figures have it: the first frame left out.
public struct BoundShares: Hashable, Sendable {
  /// The highest hit rate; 1 where nothing is asked for.
  public let hits: Double
  /// The least blank ratio; 0 where nothing is shown.
  public let blank: Double

  public init(hits: Double, blank: Double) {
    self.hits = hits
    self.blank = blank
  }

  /// What holds for the strategies for which `YardstickReading.lack` is nil.
  package init(_ replay: Replay, cells: CellPolicy, memory: ByteCount, effort: Yardsticks.Effort) {
    let replay = Replay(script: replay.script, table: replay.table)
    let nothing = replay.runOnce(.nothing, cells: cells)
    let bound = Yardsticks.bound(replay, memory: memory, effort: effort)
    let (requests, area) = (nothing.warmRequests.count, Int128(nothing.warmBlank.whole))
    self.init(
      hits: requests == 0 ? 1 : Double(bound.hits) / Double(requests),
      blank: area == 0 ? 0 : Double(bound.blank) / Double(area))
  }
}
