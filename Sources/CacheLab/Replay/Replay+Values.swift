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
      _ strategy: some StrategyBehaviour, retention: any RetentionBehaviour = NoRetention(), cells: CellPolicy,
      observer: Observer
    ) -> (tally: ReplayTally, observer: Observer) {
      observed(by: observer) { run(strategy, retention, cells, $0) }
    }

    /// The same with nobody watching.
    public func run(
      _ strategy: some StrategyBehaviour, retention: any RetentionBehaviour = NoRetention(), cells: CellPolicy
    ) -> ReplayTally { run(strategy, retention, cells, nil).tally }

    private func run(
      _ strategy: some StrategyBehaviour, _ retention: any RetentionBehaviour, _ cells: CellPolicy,
      _ observer: AnyObserver?
    ) -> (tally: ReplayTally, observer: AnyObserver?) {
      precondition(
        !(strategy is any RankingBehaviour) || !retention.keepsBitmaps,
        "a strategy that ranks owns its bitmaps: it takes no retention")
      return replay(strategy, retention, nil, cells, watchedBy: observer)
    }
  }
#endif
