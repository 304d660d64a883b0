import GridEngine
package import StrategyKit

extension Replay {
  /// Replays a strategy whose prefetcher may be wrapped, and returns what an observer saw.
  package func observe<Observer: ReplayObserver>(
    _ prefetcher: AnyStrategy, as strategy: StrategySpec, cells: CellPolicy, _ observer: Observer
  ) -> Observer {
    let (retention, coarse) = (retention(of: strategy), strategy.makeCoarse())
    return observed(by: observer) {
      replay(prefetcher, retention, coarse, cells, watchedBy: $0)
    }.observer
  }

  /// The same trace up to a time, that time included.
  package func until(_ time: Int64) -> Replay {
    let steps = script.steps
    let count = steps.firstIndex { $0.time > time } ?? steps.count
    var replay = self
    replay.script = ReplayScript(
      steps: ContiguousArray(steps[..<count]), layouts: script.layouts, contents: script.contents,
      signals: script.signals, end: Nanoseconds(rawValue: time))
    return replay
  }

  /// The same on a device with one more worker.
  package var widened: Replay {
    var replay = self
    replay.table.device.workers += 1
    return replay
  }

  /// The same where the image manager keeps nothing by itself.
  package var withoutManagerCache: Replay {
    var replay = self
    replay.managerCache = .zero
    return replay
  }
}
