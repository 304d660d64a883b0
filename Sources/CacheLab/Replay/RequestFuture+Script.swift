public import StrategyKit

extension RequestFuture {
  /// Longer scripts are foreseen without what is in view when.
  private static let timelineStepsMax = 200_000

  /// What a script asks for, whatever strategy is replayed over it.
  ///
  /// - Precondition: at most `requestsMax` requests.
  /// - Complexity: O(frames x visible rows + requests), 48 bytes a request.
  public init(script: ReplayScript, table: SlotTable) {
    var walk = CellWalk(script: script, table: table)
    var stretches: ContiguousArray<CellWalk.Stretch> = []
    let isShort = script.steps.count <= RequestFuture.timelineStepsMax
    if isShort { walk.run { stretches.append($0) } } else { walk.run() }
    self.init(
      visits: walk.visits, slotCount: table.slotCount, bases: walk.bases,
      timeline: isShort
        ? VisitTimeline(
          visits: walk.visits, since: { walk.firstFrames[Int($0) / max(1, table.capacity)] },
          coldCount: walk.coldCount, stretches: stretches) : nil)
  }
}

extension VisitTimeline {
  /// - Parameter since: By slot: before this time nothing of its target size is ready.
  init(
    visits: ContiguousArray<CellVisit>, since: (Int32) -> Int64, coldCount: Int,
    stretches: ContiguousArray<CellWalk.Stretch>
  ) {
    self.init(
      visitCount: visits.count, since: ContiguousArray(visits.map { since($0.slot) }), coldCount: coldCount,
      stretches: ContiguousArray(
        stretches.map { Stretch(begin: $0.begin, end: $0.end, visits: $0.visits, height: $0.height) }))
  }
}
