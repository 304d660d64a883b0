public import Strategies

/// A trace, a library and a device made ready for replay; many strategies can be replayed over it.
public struct Replay: Sendable {
  public let script: ReplayScript
  public let table: SlotTable

  public init(script: ReplayScript, table: SlotTable) {
    self.script = script
    self.table = table
  }

  /// Replays a strategy and returns its exact counts and the observer with what it has seen.
  ///
  /// - Complexity: O(frames + starts + requests); 24 million steps is the longest legal trace.
  public func run<Observer: ReplayObserver>(
    _ strategy: StrategySpec, cells: CellPolicy, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    // Existentials are opened once, here; all the rest is generic code.
    open(
      strategy.prefetcher.init(strategy.prefetcherParameters),
      strategy.retention.init(strategy.retentionParameters), cells: cells, observer: observer)
  }

  /// Replays a strategy and returns its exact counts.
  public func run(_ strategy: StrategySpec, cells: CellPolicy) -> ReplayTally {
    run(strategy, cells: cells, observer: NoObserver()).tally
  }

  private func open<Prefetcher: CacheStrategy, Retention: RetentionPolicy, Observer: ReplayObserver>(
    _ prefetcher: Prefetcher, _ retention: Retention, cells: CellPolicy, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    var replayer = Replayer(
      script: script, table: table, cells: cells, strategy: prefetcher, retention: retention, observer: observer)
    replayer.run()
    return (replayer.tally, replayer.observer)
  }
}
