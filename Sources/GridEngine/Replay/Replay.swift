public import StrategyKit

/// A trace, a library and a device made ready for replay; many strategies can be replayed over it.
public struct Replay: Sendable {
  public let script: ReplayScript
  public let table: SlotTable
  /// What the image manager is assumed to keep by itself below strategies without retention; 0 is nothing.
  public let managerCache: ByteCount
  /// How many waits a replay keeps before it counts them instead and is repeated for their percentiles.
  public let keptWaits: Int
  /// What strategies are told of the finger.
  public let signals: Signals

  public init(
    script: ReplayScript, table: SlotTable, managerCache: ByteCount = .zero, keptWaits: Int = WaitTally.keptMax,
    signals: Signals = .all
  ) {
    self.script = script
    self.table = table
    self.managerCache = managerCache
    self.keptWaits = keptWaits
    self.signals = signals
  }

  /// What decides which bitmaps stay: the strategy's own retention, told the requests to come where it can know them, or
  /// the manager's cache below it. Nil for a strategy that ranks, which keeps them itself.
  package func retention(
    of strategy: StrategySpec, foreseeing future: RequestFuture? = nil
  ) -> AnyRetentionPolicy? {
    precondition(managerCache == .zero || strategy.drivesPhotos, "the manager's cache lies below Photos' own starts")
    if strategy.ranks { return nil }
    return managerCache > .zero
      ? erased(ManagerCache(keeping: managerCache)) : strategy.makeRetention(foreseeing: future)
  }
}
