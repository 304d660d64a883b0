import CacheLab

/// The largest set of strategies and traces in which every strategy ran on every trace: what means are taken over.
///
/// Runs outside it are set aside and named, so that one stray run empties no table and a strategy that ran on easy traces
/// alone does not look better for it. They must be of one setting, a record a strategy and trace.
public struct SharedRuns: Sendable {
  /// In the order of their first appearance; empty traces where no two strategies share one.
  public let strategies: [String]
  public let traces: [String]
  /// In the order that they were given in.
  public let records: [RunRecord]
  public let aside: [RunRecord]

  /// - Parameter records: with distinct names of traces, see `RunRecord.distinct`.
  public init(_ records: [RunRecord]) {
    let (strategies, traces) = (records.map(\.strategy).unique, records.map(\.trace).unique)
    let ran = strategies.map { name in
      Set(records.filter { $0.strategy == name }.compactMap { traces.firstIndex(of: $0.trace) })
    }
    let (chosen, shared) = SharedRuns.largest(ran)
    if shared.isEmpty {
      (self.strategies, self.traces) = (strategies, [])
      (self.records, aside) = (records, [])
      return
    }
    let names = chosen.map { strategies[$0] }
    let places = traces.indices.filter { shared.contains($0) }.map { traces[$0] }
    let isShared = records.map { names.contains($0.strategy) && places.contains($0.trace) }
    (self.strategies, self.traces) = (names, places)
    self.records = zip(records, isShared).filter(\.1).map(\.0)
    aside = zip(records, isShared).filter { !$0.1 }.map(\.0)
  }

  /// Returns the runs that are set aside, `lru on zoom; none and preheat2x on hunt and browse`, or nil if there are
  /// none.
  ///
  /// - Parameter countMax: Groups of strategies that are named at most; of the rest is said how many runs they are.
  public func asideWords(countMax: Int = .max) -> String? {
    if aside.isEmpty { return nil }
    let groups = aside.map(\.strategy).unique.grouped { strategy in
      aside.filter { $0.strategy == strategy }.map(\.trace).unique
    }
    let words = groups.prefix(countMax).map { "\(SharedRuns.list($0.members)) on \(SharedRuns.list($0.key))" }
    let rest = groups.dropFirst(countMax).reduce(0) { $0 + $1.members.count * $1.key.count }
    return (words + (rest == 0 ? [] : ["\(NumberText.count(rest, "run")) more"])).joined(separator: "; ")
  }

  /// All of the names, as a sentence has them.
  package static func list(_ names: [String]) -> String { NameList.text(names, most: .max) }

  /// Sets of traces that are looked at, at most: runs come from matrices, which make a few.
  private static let setsMax = 2000

  /// The largest block of strategies by traces, two strategies at least where there are two; of equal ones that with more
  /// strategies, then the one found first. The traces of a block are those that its strategies share, so looking at all
  /// meetings of the strategies' own sets of traces finds it.
  private static func largest(_ ran: [Set<Int>]) -> (strategies: [Int], traces: Set<Int>) {
    var sets: [Set<Int>] = []
    var seen: Set<Set<Int>> = []
    for own in ran where seen.insert(own).inserted { sets.append(own) }
    var next = 0
    while next < sets.count && sets.count < setsMax {
      for own in ran {
        let both = sets[next].intersection(own)
        if !both.isEmpty && seen.insert(both).inserted { sets.append(both) }
      }
      next += 1
    }
    var best: (strategies: [Int], traces: Set<Int>) = ([], [])
    for traces in sets {
      let strategies = ran.indices.filter { traces.isSubset(of: ran[$0]) }
      guard strategies.count >= min(2, ran.count) else { continue }
      let (size, most) = (strategies.count * traces.count, best.strategies.count * best.traces.count)
      if (size, strategies.count) > (most, best.strategies.count) { best = (strategies, traces) }
    }
    return best
  }
}
