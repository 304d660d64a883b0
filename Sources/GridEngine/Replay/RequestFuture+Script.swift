public import StrategyKit

extension RequestFuture {
  /// Longer scripts are foreseen without what is in view when.
  private static let timelineStepsMax = 200_000

  /// What a script asks for, whatever strategy is replayed over it.
  ///
  /// - Parameter withTimeline: Whether `timeline` is filled; never for a script of more than 200,000 steps.
  /// - Precondition: at most `requestsMax` requests.
  /// - Complexity: O(frames x visible rows + requests), 48 bytes a request.
  public init(script: ReplayScript, table: SlotTable, withTimeline: Bool = false) {
    var walk = CellWalk(script: script, table: table)
    let withTimeline = withTimeline && script.steps.count <= RequestFuture.timelineStepsMax
    var stretches: ContiguousArray<VisitTimeline.Stretch> = []
    if withTimeline { walk.run { stretches.append($0) } } else { walk.run() }
    let timeline =
      withTimeline
      ? VisitTimeline(
        visits: walk.visits, readySince: { walk.firstFrames[Int($0) / max(1, table.capacity)] },
        coldCount: walk.coldCount, stretches: stretches) : nil
    self.init(visits: walk.visits, slotCount: table.slotCount, slots: walk.slots, timeline: timeline)
  }
}
