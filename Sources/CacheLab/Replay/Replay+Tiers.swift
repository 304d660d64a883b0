import Strategies

/// Replays with a coarse tier. Its policies that ship are named, so that their code is specialised.
extension Replay {
  func runTiers<Observer: ReplayObserver>(
    _ strategy: StrategySpec, _ cells: CellPolicy, _ waits: WaitTally, _ firstWaits: WaitTally, _ observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    let future = strategy.isOffline ? RequestFuture(script: script, table: table) : nil
    let prefetcher = foreseeing(strategy.prefetcher.init(strategy.prefetcherParameters), future)
    let retention = foreseeing(retention(of: strategy), future)
    let coarse = strategy.coarse.init(strategy.coarseParameters)
    switch (prefetcher, retention, coarse) {
    case (let prefetcher as BudgetPriority, let retention as OwnRetention, let coarse as CoarseFirst):
      return open(prefetcher, retention, coarse, cells, waits, firstWaits, observer)
    case (_, let retention as NoRetention, let coarse as CoarseFirst) where !type(of: prefetcher).ranksJobs:
      return open(ErasedStrategy(prefetcher), retention, coarse, cells, waits, firstWaits, observer)
    case (_, let retention as NoRetention, let coarse as Opportunistic) where !type(of: prefetcher).ranksJobs:
      return open(ErasedStrategy(prefetcher), retention, coarse, cells, waits, firstWaits, observer)
    default: return open(prefetcher, retention, coarse, cells, waits, firstWaits, observer)
    }
  }

  private func open<
    Prefetcher: CacheStrategy, Retention: RetentionPolicy, Coarse: CoarsePolicy, Observer: ReplayObserver
  >(
    _ prefetcher: Prefetcher, _ retention: Retention, _ coarse: Coarse, _ cells: CellPolicy, _ waits: WaitTally,
    _ firstWaits: WaitTally, _ observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    var replayer = Replayer(
      script: script, table: table, cells: cells, strategy: prefetcher, retention: retention, coarse: coarse,
      observer: observer, waits: waits, firstWaits: firstWaits)
    replayer.run()
    return (replayer.tally, replayer.observer)
  }
}
