public import StrategyKit

/// A trace, a library and a device made ready for replay; many strategies can be replayed over it.
public struct Replay: Sendable {
  public package(set) var script: ReplayScript
  public package(set) var table: SlotTable
  /// What the image manager is assumed to keep by itself below strategies without retention; 0 is nothing.
  public package(set) var managerCache: ByteCount
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

extension Replay {
  /// Replays a strategy and returns its exact counts.
  public func run(_ strategy: StrategySpec, cells: CellPolicy) -> ReplayTally {
    rankWaits(of: runOnce(strategy, cells: cells), strategy, cells: cells)
  }

  /// Replays a strategy and returns its exact counts and the observer with what it has seen.
  ///
  /// - Precondition: a strategy with retention has no manager's cache below it.
  /// - Complexity: O(frames + starts + requests), two to four times when there are more waits than are kept.
  public func run<Observer: ReplayObserver>(
    _ strategy: StrategySpec, cells: CellPolicy, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    let (tally, observer) = runOnce(strategy, cells: cells, observer: observer)
    return (rankWaits(of: tally, strategy, cells: cells), observer)
  }

  /// Replays again, without an observer, until the percentiles of more waits than are kept are exact.
  package func rankWaits(of tally: ReplayTally, _ strategy: StrategySpec, cells: CellPolicy) -> ReplayTally {
    var tally = tally
    var wanted = tally.warmWaits.narrow(cold: tally.coldWaits, hits: tally.hits)
    var wantedFirst = tally.coarse.warmWaits.narrow(cold: tally.coarse.coldWaits, hits: tally.firstHits)
    while wanted != nil || wantedFirst != nil {
      let again = runOnce(strategy, cells: cells, waits: wanted, firstWaits: wantedFirst)
      precondition(
        again.warmWaits.count == tally.warmWaits.count, "a replay repeats; a strategy that does not was replayed")
      if wanted != nil {
        tally.warmWaits = again.warmWaits
        wanted = tally.warmWaits.narrow(cold: tally.coldWaits, hits: tally.hits)
      }
      if wantedFirst != nil {
        tally.coarse.warmWaits = again.coarse.warmWaits
        wantedFirst = tally.coarse.warmWaits.narrow(cold: tally.coarse.coldWaits, hits: tally.firstHits)
      }
    }
    return tally
  }

  /// Replays a strategy once; percentiles of waits are not exact yet when there were too many to be kept.
  package func runOnce<Observer: ReplayObserver>(
    _ strategy: StrategySpec, cells: CellPolicy, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    observed(by: observer) { replay(strategy, cells, watchedBy: $0) }
  }

  /// The same; with nobody watching it is as fast as a replay gets.
  ///
  /// - Parameters:
  ///   - waits: What counts waits of full images; nil keeps as many as `keptWaits`.
  ///   - firstWaits: The same until something shows.
  package func runOnce(
    _ strategy: StrategySpec, cells: CellPolicy, waits: WaitTally? = nil, firstWaits: WaitTally? = nil
  ) -> ReplayTally { replay(strategy, cells, waits: waits, firstWaits: firstWaits).tally }

  private func replay(
    _ strategy: StrategySpec, _ cells: CellPolicy, waits: WaitTally? = nil, firstWaits: WaitTally? = nil,
    watchedBy observer: AnyObserver? = nil
  ) -> (tally: ReplayTally, observer: AnyObserver?) {
    let future =
      strategy.isOffline
      ? RequestFuture(script: script, table: table, withTimeline: strategy.readsTimeline) : nil
    return replay(
      strategy.makeStrategy(foreseeing: future), retention(of: strategy, foreseeing: future), strategy.makeCoarse(),
      cells, waits: waits, firstWaits: firstWaits, watchedBy: observer)
  }

  /// Replays policies once.
  ///
  /// - Parameters:
  ///   - retention: Nil where nothing is kept, and beside a strategy that ranks.
  ///   - coarse: Nil where no thumbnails stand in.
  package func replay(
    _ strategy: AnyStrategy, _ retention: AnyRetentionPolicy?, _ coarse: AnyCoarsePolicy?, _ cells: CellPolicy,
    waits: WaitTally? = nil, firstWaits: WaitTally? = nil, watchedBy observer: AnyObserver?
  ) -> (tally: ReplayTally, observer: AnyObserver?) {
    var replayer = Replayer(
      script: script, table: table, cells: cells, strategy: strategy, retention: retention, coarse: coarse,
      observer: observer, signals: signals, waits: waits ?? WaitTally(keptMax: keptWaits),
      firstWaits: firstWaits ?? WaitTally(keptMax: keptWaits))
    replayer.run()
    #if hasFeature(Embedded)
      defer { replayer.deallocate() }
    #endif
    return (replayer.tally, replayer.observer)
  }
}
