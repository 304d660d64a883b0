// A policy as a value may rank or not, which only casts tell.
#if !hasFeature(Embedded)
  import GridEngine
  public import StrategyKit

  extension Replay {
    /// Replays a strategy that is given as a value: one of a test or an app, which no registry names.
    ///
    /// One that ranks keeps its bitmaps by itself; percentiles of waits are exact up to as many as are kept.
    ///
    /// - Parameter retention: What decides which bitmaps stay.
    /// - Precondition: no retention beside a strategy that ranks, which would own the bitmaps as well.
    public func run<Observer: ReplayObserver>(
      _ strategy: some CacheStrategy, retention: any RetentionPolicy = NoRetention(), cells: CellPolicy,
      observer: Observer
    ) -> (tally: ReplayTally, observer: Observer) {
      precondition(
        !(strategy is any RankingStrategy) || !type(of: retention).keepsBitmaps,
        "a strategy that ranks owns its bitmaps: it takes no retention")
      let waits = WaitTally(keptMax: keptWaits)
      return observed(by: observer) { replay(strategy, retention, nil, cells, (waits, waits), $0) }
    }
  }
#endif
