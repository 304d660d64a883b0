package import StrategyKit

// A policy of any type as one type, so that a replay is compiled once and not for each: a role that nobody plays is nil.

/// What plans a replay. A frame costs one dynamic call, and so does each event that the strategy wants to hear.
struct Planner {
  /// True when it names jobs and victims, which is then asked of it.
  let ranks: Bool
  /// As of the last frame: it is asked at each decode.
  private(set) var budget = ByteCount(rawValue: .max)

  // One of the two.
  private var plain: AnyStrategy?
  private var ranking: AnyRankingStrategy?
  private let hearsRequests: Bool
  private let hearsResidency: Bool

  init(_ strategy: AnyStrategy) {
    hearsRequests = strategy.hears.contains(.requests)
    hearsResidency = strategy.hears.contains(.residency)
    ranking = strategy.ranking
    ranks = ranking != nil
    if let ranking { budget = ranking.budget } else { plain = strategy }
  }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    if !ranks {
      plain?.viewportChanged(frame, plan: &plan)
      return
    }
    ranking?.viewportChanged(frame, plan: &plan)
    if let inForce = ranking?.budgetInPlace() { budget = inForce }
  }

  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    plain?.layoutChanged(to: layout, at: time)
    ranking?.layoutChanged(to: layout, at: time)
  }

  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {
    guard hearsRequests else { return }
    plain?.itemRequested(item, at: time)
    ranking?.itemRequested(item, at: time)
  }

  mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
    guard hearsResidency else { return }
    plain?.itemBecameResident(item, at: time)
    ranking?.itemBecameResident(item, at: time)
  }

  mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
    guard hearsResidency else { return }
    plain?.itemDropped(item, at: time)
    ranking?.itemDropped(item, at: time)
  }

  mutating func memoryWarning(at time: Nanoseconds) {
    plain?.memoryWarning(at: time)
    ranking?.memoryWarning(at: time)
  }

  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
    plain?.contentChanged(from: firstItem, count: count, at: time)
    ranking?.contentChanged(from: firstItem, count: count, at: time)
  }

  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
    ranking?.nextJob(jobs, at: time) ?? nil
  }

  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? {
    ranking?.victim(for: item, jobs) ?? nil
  }
}

/// What decides which bitmaps stay: a retention policy, the strategy itself, or nobody.
package struct AnyRetention: RetentionBehaviour {
  /// True where bitmaps are kept that nothing shows or wants.
  package let keepsBitmaps: Bool

  private var base: AnyRetentionPolicy?
  // They change with the layout at most, and are asked at each decode.
  package private(set) var budget = ByteCount(rawValue: .max)
  package private(set) var keptBudget = ByteCount(rawValue: .max)
  package private(set) var servesSmallerRequests = false

  /// - Parameter ownedByStrategy: True beside a strategy that ranks: it keeps and evicts bitmaps itself, and the policy is ignored.
  package init(_ policy: AnyRetentionPolicy?, ownedByStrategy: Bool = false) {
    let keeping = ownedByStrategy ? nil : policy.flatMap { $0.keepsBitmaps ? $0 : nil }
    keepsBitmaps = ownedByStrategy || keeping != nil
    guard let keeping else { return }
    base = keeping
    budget = keeping.budget
    keptBudget = keeping.keptBudget
    servesSmallerRequests = keeping.servesSmallerRequests
  }

  package mutating func reset(slotCount: Int, sizeClasses: Int) {
    base?.reset(slotCount: slotCount, sizeClasses: sizeClasses)
  }

  package mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    base?.layoutChanged(to: layout, sizes: sizes)
    if let base { budget = base.budget }
  }

  package mutating func requested(_ slot: Int32, bytes: ByteCount) { base?.requested(slot, bytes: bytes) }
  package mutating func started(_ slot: Int32, bytes: ByteCount) { base?.started(slot, bytes: bytes) }
  package mutating func becameResident(_ slot: Int32, bytes: ByteCount) { base?.becameResident(slot, bytes: bytes) }
  package mutating func dropped(_ slot: Int32) { base?.dropped(slot) }
  package mutating func victim(where mayGo: (Int32) -> Bool) -> Int32? { base?.victim(where: mayGo) ?? nil }
  package func checkInvariants() throws(InvariantViolation) { try base?.checkInvariants() }
}
