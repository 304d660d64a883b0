package import StrategyKit

/// Replays with policies that are values.
///
/// A replay is compiled for few types: strategies that plan or rank, retention there or not, thumbnails or not, watched or
/// not. Whatever policy runs, one that ships or one from outside, runs the same code.
extension Replay {
  /// Waits for the image and for the first image, to be kept or counted.
  package typealias Waits = (full: WaitTally, first: WaitTally)

  /// - Parameters:
  ///   - retention: nil where nothing is kept, and beside a strategy that ranks.
  ///   - coarse: nil where no thumbnails stand in.
  package func replay<Observer: ReplayObserver>(
    _ strategy: AnyStrategy, _ retention: AnyRetentionPolicy?, _ coarse: AnyCoarsePolicy?,
    _ cells: CellPolicy, _ waits: Waits, _ observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    #if hasFeature(Embedded)
      let (planner, kept, first) = roles(strategy, retention, coarse)
      return open(planner, kept, first, cells, waits, observer)
    #else
      if let ranking = strategy.ranking {
        return replay(RankingPlanner(ranking), OwnRetention(), coarse, cells, waits, observer)
      }
      if let retention, retention.keeps {
        return replay(PlainPlanner(strategy), AnyRetention(retention), coarse, cells, waits, observer)
      }
      return replay(PlainPlanner(strategy), NoRetention(), coarse, cells, waits, observer)
    #endif
  }

  #if !hasFeature(Embedded)
    private func replay<Strategy: Planner, Retention: RetentionRole, Observer: ReplayObserver>(
      _ strategy: Strategy, _ retention: Retention, _ coarse: AnyCoarsePolicy?, _ cells: CellPolicy, _ waits: Waits,
      _ observer: Observer
    ) -> (tally: ReplayTally, observer: Observer) {
      if let coarse { return open(strategy, retention, AnyCoarse(coarse), cells, waits, observer) }
      return open(strategy, retention, NoCoarse(), cells, waits, observer)
    }
  #endif

  private func open<
    Strategy: Planner, Retention: RetentionRole, Coarse: CoarseRole, Observer: ReplayObserver
  >(
    _ strategy: Strategy, _ retention: Retention, _ coarse: Coarse, _ cells: CellPolicy, _ waits: Waits,
    _ observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    var replayer = Replayer(
      script: script, table: table, cells: cells, strategy: strategy, retention: retention, coarse: coarse,
      observer: observer, signals: signals, waits: waits.full, firstWaits: waits.first)
    replayer.run()
    #if hasFeature(Embedded)
      defer { replayer.deallocate() }
    #endif
    return (replayer.tally, replayer.observer)
  }
}
