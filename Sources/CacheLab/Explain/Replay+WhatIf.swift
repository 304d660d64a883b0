import Strategies

extension Replay {
  /// Replays a strategy that may be wrapped, and returns what an observer saw.
  func observe<Observer: ReplayObserver>(
    _ prefetcher: some CacheStrategy, _ retention: some RetentionPolicy, _ coarse: some CoarsePolicy,
    cells: CellPolicy, _ observer: Observer
  ) -> Observer {
    var replayer = Replayer(
      script: script, table: table, cells: cells, strategy: prefetcher, retention: retention, coarse: coarse,
      observer: ErasedObserver(observer))
    replayer.run()
    return replayer.observer.unwrapped()
  }

  /// The same trace up to a time, that time included.
  func until(_ time: Int64) -> Replay {
    let steps = script.steps
    let count = steps.firstIndex { $0.time > time } ?? steps.count
    let cut = ReplayScript(
      steps: ContiguousArray(steps[..<count]), layouts: script.layouts, contents: script.contents,
      end: Nanoseconds(rawValue: time))
    return Replay(script: cut, table: table, managerCache: managerCache)
  }
}

extension StrategySpec {
  /// The strategy where memory is no limit: its budgets as large as they may be; one that keeps nothing keeps all.
  ///
  /// - Returns: nil for one that keeps nothing by itself and cannot be joined with what does.
  func withoutMemoryLimit(registry: StrategyRegistry) -> StrategySpec? {
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
