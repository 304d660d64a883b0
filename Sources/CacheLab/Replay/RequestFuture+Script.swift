public import StrategyKit

extension RequestFuture {
  /// What a script asks for, whatever strategy is replayed over it.
  ///
  /// - Precondition: at most `requestsMax` requests.
  /// - Complexity: O(frames x visible rows + requests), 48 bytes a request.
  public init(script: ReplayScript, table: SlotTable) {
    var walk = CellWalk(script: script, table: table)
    walk.run()
    self.init(visits: walk.visits, slotCount: table.slotCount, bases: walk.bases)
  }
}
