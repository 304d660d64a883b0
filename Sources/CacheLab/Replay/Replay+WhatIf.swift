import GridEngine
package import StrategyKit

extension Replay {
  /// Replays a strategy whose prefetcher may be wrapped, and returns what an observer saw.
  package func observe<Observer: ReplayObserver>(
    _ prefetcher: AnyStrategy, as strategy: StrategySpec, cells: CellPolicy, _ observer: Observer
  ) -> Observer {
    let (retention, coarse) = (retention(of: strategy), strategy.makeCoarse())
    return observed(by: observer) {
      replay(prefetcher, retention, coarse, cells, (WaitTally(), WaitTally()), $0)
    }.observer
  }

  /// The same trace up to a time, that time included.
  package func until(_ time: Int64) -> Replay {
    let steps = script.steps
    let count = steps.firstIndex { $0.time > time } ?? steps.count
    let cut = ReplayScript(
      steps: ContiguousArray(steps[..<count]), layouts: script.layouts, contents: script.contents,
      signals: script.signals, end: Nanoseconds(rawValue: time))
    return Replay(script: cut, table: table, managerCache: managerCache, signals: signals)
  }
}

extension StrategySpec {
  /// The strategy where memory is no limit: its budgets as large as they may be; one that keeps nothing keeps all.
  ///
  /// - Returns: nil for one that keeps nothing by itself and cannot be joined with what does.
  package func withoutMemoryLimit(registry: StrategyRegistry) -> StrategySpec? {
    let all = ByteCount(rawValue: 1_000_000_000_000).description
    let parts = canonicalText.split(separator: "+").map(String.init)
    var hasBudget = false
    let unlimited = parts.map { part in
      guard let colon = part.firstIndex(of: ":") else { return part }
      let settings = part[part.index(after: colon)...].split(separator: ",").map { setting in
        guard setting.hasPrefix("budget=") else { return String(setting) }
        hasBudget = true
        return "budget=\(all)"
      }
      return part[..<colon] + ":" + settings.joined(separator: ",")
    }.joined(separator: "+")
    if hasBudget { return try? StrategySpec(unlimited, registry: registry) }
    return drivesPhotos ? try? StrategySpec("\(canonicalText)+lru:budget=\(all)", registry: registry) : nil
  }
}
