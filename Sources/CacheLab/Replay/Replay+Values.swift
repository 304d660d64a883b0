public import Strategies

extension Replay {
  /// Replays a strategy that is given as a value: one of a test or an app, which no registry names.
  ///
  /// It runs without retention, or by its own when it ranks; percentiles of waits are exact up to as many as are kept.
  public func run<Prefetcher: CacheStrategy, Observer: ReplayObserver>(
    _ prefetcher: Prefetcher, cells: CellPolicy, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    let waits = WaitTally(keptMax: keptWaits)
    if Prefetcher.ranksJobs { return open(prefetcher, OwnRetention(), cells, waits, observer) }
    return open(prefetcher, NoRetention(), cells, waits, observer)
  }

  /// The same with a retention policy below it.
  ///
  /// - Precondition: the strategy does not rank, which would own the bitmaps as well.
  public func run<Prefetcher: CacheStrategy, Retention: RetentionPolicy, Observer: ReplayObserver>(
    _ prefetcher: Prefetcher, retention: Retention, cells: CellPolicy, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    precondition(!Prefetcher.ranksJobs, "a strategy that ranks owns its bitmaps: it takes no retention")
    return open(prefetcher, retention, cells, WaitTally(keptMax: keptWaits), observer)
  }
}
