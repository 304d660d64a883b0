public import Strategies

/// A trace, a library and a device made ready for replay; many strategies can be replayed over it.
public struct Replay: Sendable {
  public let script: ReplayScript
  public let table: SlotTable
  /// What the image manager is assumed to keep by itself below strategies without retention; 0 is nothing.
  public let managerCache: ByteCount

  public init(script: ReplayScript, table: SlotTable, managerCache: ByteCount = .zero) {
    self.script = script
    self.table = table
    self.managerCache = managerCache
  }

  /// Replays a strategy and returns its exact counts and the observer with what it has seen.
  ///
  /// - Precondition: a strategy with retention has no manager's cache below it.
  /// - Complexity: O(frames + starts + requests); 24 million steps is the longest legal trace.
  public func run<Observer: ReplayObserver>(
    _ strategy: StrategySpec, cells: CellPolicy, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    // A generic replay whose types only the running program knows goes through witness tables and computed field
    // offsets, which takes 1.5 times as long. The policies that ship are named here and below, so that their code is
    // specialised; all others run the same code, a strategy of somebody else's a sixth slower.
    let prefetcher = strategy.prefetcher.init(strategy.prefetcherParameters)
    let retention = strategy.retention.init(strategy.retentionParameters)
    precondition(managerCache == .zero || strategy.drivesPhotos, "the manager's cache lies below Photos' own starts")
    return switch retention {
    case is NoRetention where managerCache > .zero:
      open(ErasedStrategy(prefetcher), ManagerCache(keeping: managerCache), cells: cells, observer: observer)
    case is NoRetention: openWithoutRetention(prefetcher, cells: cells, observer: observer)
    case let retention as LeastRecentlyUsed:
      open(ErasedStrategy(prefetcher), retention, cells: cells, observer: observer)
    default: open(ErasedStrategy(prefetcher), retention, cells: cells, observer: observer)
    }
  }

  /// Replays a strategy and returns its exact counts.
  public func run(_ strategy: StrategySpec, cells: CellPolicy) -> ReplayTally {
    run(strategy, cells: cells, observer: NoObserver()).tally
  }

  private func openWithoutRetention<Observer: ReplayObserver>(
    _ prefetcher: any CacheStrategy, cells: CellPolicy, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    switch prefetcher {
    case let prefetcher as NoPreheating: open(prefetcher, NoRetention(), cells: cells, observer: observer)
    case let prefetcher as FixedWindow: open(prefetcher, NoRetention(), cells: cells, observer: observer)
    case let prefetcher as Preheat2x: open(prefetcher, NoRetention(), cells: cells, observer: observer)
    default: open(ErasedStrategy(prefetcher), NoRetention(), cells: cells, observer: observer)
    }
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
