import Strategies

@testable import GridEngine
@testable import CacheLab

/// What a replay's own books say at the end of each time at which something happened.
///
/// It drives a `Replayer` as `run()` does, event time by event time, and looks into it in between.
struct LedgerMoments {
  struct Moment: Equatable {
    var time: Int64
    var live: Int64
    var displayed: Int64
    var inFlight: Int64
    /// Cells on screen that show nothing, and those that show a thumbnail only.
    var blank: Int
    var soft: Int
  }

  private(set) var moments: [Moment] = []

  /// Replays and returns the observer with what it has seen.
  mutating func replay<Observer: ReplayObserver>(
    _ replay: Replay, _ strategy: StrategySpec, cells: CellPolicy = .cancel, observer: Observer
  ) -> Observer {
    let future =
      strategy.isOffline
      ? RequestFuture(script: replay.script, table: replay.table, withTimeline: strategy.readsTimeline) : nil
    let prefetcher = strategy.makeStrategy(foreseeing: future)
    let coarse = strategy.makeCoarse()
    // As one of the few types that a replay is compiled for.
    if let ranking = prefetcher.ranking {
      return drive(replay, cells, RankingPlanner(ranking), OwnRetention(), coarse, observer)
    }
    if let retention = replay.retention(of: strategy, foreseeing: future), retention.keeps {
      return drive(replay, cells, PlainPlanner(prefetcher), AnyRetention(retention), coarse, observer)
    }
    return drive(replay, cells, PlainPlanner(prefetcher), NoRetention(), coarse, observer)
  }

  private mutating func drive<Observer: ReplayObserver>(
    _ replay: Replay, _ cells: CellPolicy, _ planner: some Planner, _ retention: some RetentionRole,
    _ coarse: AnyCoarsePolicy?, _ observer: Observer
  ) -> Observer {
    if let coarse { return walk(replay, cells, planner, retention, AnyCoarse(coarse), observer) }
    return walk(replay, cells, planner, retention, NoCoarse(), observer)
  }

  private mutating func walk<Observer: ReplayObserver>(
    _ replay: Replay, _ cells: CellPolicy, _ planner: some Planner, _ retention: some RetentionRole,
    _ coarse: some CoarseRole, _ observer: Observer
  ) -> Observer {
    var replayer = Replayer(
      script: replay.script, table: replay.table, cells: cells, strategy: planner, retention: retention,
      coarse: coarse, observer: observer)
    var index = 0
    while replayer.moveOn(&index) {
      moments.append(
        Moment(
          time: replayer.now, live: replayer.ledger.live, displayed: replayer.ledger.displayed,
          inFlight: replayer.ledger.inFlight, blank: replayer.blankCount, soft: replayer.thumbnails.softCount))
    }
    replayer.finish()
    return replayer.observer
  }
}

extension Replayer {
  /// As `run()` does, but one time only: the next at which something happens; false after the end.
  mutating func moveOn(_ index: inout Int) -> Bool {
    let (steps, end) = (script.steps, script.end.rawValue)
    if now == end && index == steps.count { return false }
    let time = min(index < steps.count ? steps[index].time : end, nextEnd)
    moveClock(to: time)
    while nextEnd == time || (index < steps.count && steps[index].time == time) {
      completeJobsEndingNow()
      if index < steps.count, steps[index].time == time { index = applySteps(from: index) }
      takeJobs()
    }
    return true
  }
}
