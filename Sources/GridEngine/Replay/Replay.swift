public import StrategyKit

/// A trace, a library and a device made ready for replay; many strategies can be replayed over it.
public struct Replay: Sendable {
  public package(set) var script: ReplayScript
  public package(set) var table: SlotTable
  /// What the image manager is assumed to keep by itself below strategies without retention; 0 is nothing.
  public package(set) var managerCache: ByteCount
  /// What becomes of the request of a cell that leaves.
  public package(set) var cells: CellPolicy
  /// What strategies are told of the finger.
  public let signals: Signals
  /// How many waits a replay keeps before it counts them instead and is repeated for their percentiles.
  public let keptWaits: Int

  public init(
    script: ReplayScript, table: SlotTable, managerCache: ByteCount = .zero, cells: CellPolicy = .cancel,
    signals: Signals = .all, keptWaits: Int = WaitTally.keptMax
  ) {
    self.script = script
    self.table = table
    self.managerCache = managerCache
    self.cells = cells
    self.signals = signals
    self.keptWaits = keptWaits
  }

  /// - Precondition: No layout shows more items than there are photos, and there are at most `SlotTable.slotsMax` keys.
  public init(
    script: ReplayScript, assets: ContiguousArray<AssetInfo>, device: DeviceProfile, settings: ReplaySettings
  ) {
    let table = SlotTable(
      script: script, assets: assets, scales: settings.scales, device: device, delivery: settings.delivery,
      cloud: settings.cloud, fit: settings.fit, pixels: settings.pixels)
    self.init(
      script: script, table: table, managerCache: settings.managerCache, cells: settings.cells,
      signals: settings.signals)
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

  /// The same trace up to a time, that time included.
  package func until(_ time: Int64) -> Replay {
    let count = script.steps.firstIndex { $0.time > time } ?? script.steps.count
    var replay = self
    replay.script = ReplayScript(
      steps: ContiguousArray(script.steps[..<count]), layouts: script.layouts, contents: script.contents,
      signals: script.signals, end: Nanoseconds(rawValue: time))
    return replay
  }
}

extension Replay {
  /// Replays a strategy and returns its exact counts.
  public func run(_ strategy: StrategySpec) -> ReplayTally { rankWaits(of: runOnce(strategy), strategy) }

  /// Replays a strategy and returns its exact counts and the observer with what it has seen.
  ///
  /// - Precondition: a strategy with retention has no manager's cache below it.
  /// - Complexity: O(frames + starts + requests), two to four times when there are more waits than are kept.
  public func run<Observer: ReplayObserver>(
    _ strategy: StrategySpec, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    let (tally, observer) = runOnce(strategy, observer: observer)
    return (rankWaits(of: tally, strategy), observer)
  }

  #if !hasFeature(Embedded)
    /// Replays a strategy that is given as a value: one of a test or an app, which no registry names.
    ///
    /// One that ranks keeps its bitmaps by itself; percentiles of waits are exact up to as many as are kept.
    ///
    /// - Parameter retention: What decides which bitmaps stay.
    /// - Precondition: no retention beside a strategy that ranks, which would own the bitmaps as well.
    public func run(
      _ strategy: some StrategyBehaviour, retention: any RetentionBehaviour = NoRetention()
    ) -> ReplayTally {
      precondition(
        !(strategy is any RankingBehaviour) || !retention.keepsBitmaps,
        "a strategy that ranks owns its bitmaps: it takes no retention")
      return replay(strategy, retention, nil, watchedBy: nil).tally
    }
  #endif

  /// Replays again, without an observer, until the percentiles of more waits than are kept are exact.
  package func rankWaits(of tally: ReplayTally, _ strategy: StrategySpec) -> ReplayTally {
    var tally = tally
    var wanted = tally.warmWaits.narrow(cold: tally.coldWaits, hits: tally.hits)
    var wantedFirst = tally.coarse.warmWaits.narrow(cold: tally.coarse.coldWaits, hits: tally.firstHits)
    while wanted != nil || wantedFirst != nil {
      let again = runOnce(strategy, waits: wanted, firstWaits: wantedFirst)
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
    _ strategy: StrategySpec, observer: Observer
  ) -> (tally: ReplayTally, observer: Observer) {
    observed(by: observer) { replay(strategy, watchedBy: $0) }
  }

  /// The same; with nobody watching it is as fast as a replay gets.
  ///
  /// - Parameters:
  ///   - waits: What counts waits of full images; nil keeps as many as `keptWaits`.
  ///   - firstWaits: The same until something shows.
  package func runOnce(
    _ strategy: StrategySpec, waits: WaitTally? = nil, firstWaits: WaitTally? = nil
  ) -> ReplayTally { replay(strategy, waits: waits, firstWaits: firstWaits).tally }

  private func replay(
    _ strategy: StrategySpec, waits: WaitTally? = nil, firstWaits: WaitTally? = nil,
    watchedBy observer: AnyObserver? = nil
  ) -> (tally: ReplayTally, observer: AnyObserver?) {
    let future =
      strategy.isOffline
      ? RequestFuture(script: script, table: table, withTimeline: strategy.readsTimeline) : nil
    return replay(
      strategy.makeStrategy(foreseeing: future), retention(of: strategy, foreseeing: future), strategy.makeCoarse(),
      waits: waits, firstWaits: firstWaits, watchedBy: observer)
  }

  /// Replays policies once.
  ///
  /// - Parameters:
  ///   - retention: Nil where nothing is kept, and beside a strategy that ranks.
  ///   - coarse: Nil where no thumbnails stand in.
  package func replay(
    _ strategy: AnyStrategy, _ retention: AnyRetentionPolicy?, _ coarse: AnyCoarsePolicy?,
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
