import StrategyKit

/// What whoever keeps the wall clock calls, in place of `run()`. Times are nanoseconds of the trace; a time that the
/// replay has passed already counts as the time it stands at.
extension Replayer {
  /// The step at `index` and those of its time happen, at `time`; returns the index after them.
  mutating func steps(from index: Int, happenAt time: Int64) -> Int {
    moveClock(to: max(now, time))
    let next = applySteps(from: index)
    takeJobs()
    return next
  }

  /// A slot's decode, which took `cost`, ends at `time`.
  mutating func decode(of slot: Int32, endsAt time: Int64, took cost: Int64) {
    moveClock(to: max(now, time))
    workers.take(slot)
    complete(slot, took: cost)
    takeJobs()
  }

  /// The clock stops: at the trace's end, or later where the last frame was late.
  mutating func stop() {
    moveClock(to: max(now, script.end.rawValue))
    finish()
  }
}
