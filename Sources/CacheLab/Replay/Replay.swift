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
    let prefetcher = ErasedStrategy(strategy.prefetcher.init(strategy.prefetcherParameters))
    let retention = strategy.retention.init(strategy.retentionParameters)
    // A generic replay whose types only the running program knows goes through witness tables and computed field
    // offsets, which takes 1.5 times as long. The policies that ship are named, so that their code is specialised.
    precondition(managerCache == .zero || strategy.drivesPhotos, "the manager's cache lies below Photos' own starts")
    return switch retention {
    case is NoRetention where managerCache > .zero:
      open(prefetcher, ManagerCache(keeping: managerCache), cells: cells, observer: observer)
    case let retention as NoRetention: open(prefetcher, retention, cells: cells, observer: observer)
    case let retention as LeastRecentlyUsed: open(prefetcher, retention, cells: cells, observer: observer)
    default: open(prefetcher, retention, cells: cells, observer: observer)
    }
  }

  /// Replays a strategy and returns its exact counts.
  public func run(_ strategy: StrategySpec, cells: CellPolicy) -> ReplayTally {
    run(strategy, cells: cells, observer: NoObserver()).tally
  }

  private func open<Retention: RetentionPolicy, Observer: ReplayObserver>(
    _ prefetcher: ErasedStrategy, _ retention: Retention, cells: CellPolicy, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    var replayer = Replayer(
      script: script, table: table, cells: cells, strategy: prefetcher, retention: retention, observer: observer)
    replayer.run()
    return (replayer.tally, replayer.observer)
  }
}
