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
    var thumbnails: Int
  }

  private(set) var moments: [Moment] = []

  /// Replays and returns the observer with what it has seen.
  mutating func replay<Observer: ReplayObserver>(
    _ replay: Replay, _ strategy: StrategySpec, observer: Observer
  ) -> Observer {
    observed(by: observer) { drive(replay, strategy, $0) }.observer
  }

  private mutating func drive(
    _ replay: Replay, _ strategy: StrategySpec, _ observer: AnyObserver
  ) -> (tally: ReplayTally, observer: AnyObserver?) {
    var replayer = Replayer(replay, strategy, observer: observer)
    defer { replayer.deallocate() }
    var index = 0
    while replayer.moveOn(&index) {
      moments.append(
        Moment(
          time: replayer.now, live: replayer.ledger.live, displayed: replayer.ledger.displayed,
          inFlight: replayer.ledger.inFlight, blank: replayer.blankCount, thumbnails: replayer.thumbnails.shownCount))
    }
    replayer.finish()
    return (replayer.tally, replayer.observer)
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
