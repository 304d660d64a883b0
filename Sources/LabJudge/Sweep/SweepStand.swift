import CacheLab
import StrategyKit
import Synchronization

/// A trace, screen and device made ready when the first job needs it, shared by all, and let go after the last: a sweep
/// over many of them holds few at a time.
final class SweepStand: Sendable {
  private let state: Mutex<State>

  private struct State {
    var replay: Replay?
    /// What strategies peak at here, by canonical text.
    var peaks: [String: Int64] = [:]
    var jobsLeft: Int
  }

  init(jobs: Int) {
    state = Mutex(State(replay: nil, jobsLeft: jobs))
  }

  func replay(_ make: () -> Replay) -> Replay {
    state.withLock { state in
      if let replay = state.replay { return replay }
      let made = make()
      state.replay = made
      return made
    }
  }

  /// The most bytes that a strategy's bitmaps take here together: looked at once for all jobs.
  func peak(of strategy: StrategySpec, _ make: () -> Replay, cells: CellPolicy) -> Int64 {
    let replay = replay(make)
    return state.withLock { state in
      if let known = state.peaks[strategy.canonicalText] { return known }
      let peak = replay.run(strategy, cells: cells).peak.bytes
      state.peaks[strategy.canonicalText] = peak
      return peak
    }
  }

  /// A job is done with it.
  func leave() {
    state.withLock { state in
      state.jobsLeft -= 1
      if state.jobsLeft == 0 { state.replay = nil }
    }
  }
}
