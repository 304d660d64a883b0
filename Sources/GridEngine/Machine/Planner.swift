import StrategyKit

/// What plans a replay: any strategy, as one of two types, so that a replay is compiled for these and not for each
/// strategy. A frame costs one dynamic call, and so does each event that the strategy wants to hear.
protocol Planner {
  /// True when it names jobs and victims, which is then asked of it.
  var ranks: Bool { get }

  var budget: ByteCount { get }
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan)
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds)
  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds)
  mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds)
  mutating func itemDropped(_ item: ItemID, at time: Nanoseconds)
  mutating func memoryWarning(at time: Nanoseconds)
  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds)
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID?
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID?
}

/// A strategy that says what is wanted, and leaves order and retention to whoever runs it.
struct PlainPlanner: Planner {
  var ranks: Bool { false }

  private var base: AnyStrategy
  private let hearsRequests: Bool
  private let hearsResidency: Bool

  init(_ base: AnyStrategy) {
    self.base = base
    hearsRequests = base.heard.contains(.requests)
    hearsResidency = base.heard.contains(.residency)
  }

  var budget: ByteCount { ByteCount(rawValue: .max) }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { base.viewportChanged(frame, plan: &plan) }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { base.layoutChanged(to: layout, at: time) }
  mutating func memoryWarning(at time: Nanoseconds) { base.memoryWarning(at: time) }

  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {
    if hearsRequests { base.itemRequested(item, at: time) }
  }

  mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
    if hearsResidency { base.itemBecameResident(item, at: time) }
  }

  mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
    if hearsResidency { base.itemDropped(item, at: time) }
  }

  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
    base.contentChanged(from: firstItem, count: count, at: time)
  }

  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { nil }
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { nil }
}

/// A strategy that ranks. In Embedded Swift any strategy, so that a replay is compiled once: there both are in a box.
struct RankingPlanner: Planner {
  #if hasFeature(Embedded)
    let ranks: Bool
  #else
    var ranks: Bool { true }
  #endif

  private var base: AnyRankingStrategy
  private let hearsRequests: Bool
  private let hearsResidency: Bool
  /// As of the last frame: it is asked at each decode.
  private(set) var budget: ByteCount

  init(_ base: AnyRankingStrategy) {
    self.base = base
    #if hasFeature(Embedded)
      ranks = base.ranking != nil
    #endif
    budget = base.budget
    hearsRequests = base.heard.contains(.requests)
    hearsResidency = base.heard.contains(.residency)
  }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    base.viewportChanged(frame, plan: &plan)
    budget = base.budget
  }

  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { base.layoutChanged(to: layout, at: time) }
  mutating func memoryWarning(at time: Nanoseconds) { base.memoryWarning(at: time) }

  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {
    if hearsRequests { base.itemRequested(item, at: time) }
  }

  mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
    if hearsResidency { base.itemBecameResident(item, at: time) }
  }

  mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
    if hearsResidency { base.itemDropped(item, at: time) }
  }

  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
    base.contentChanged(from: firstItem, count: count, at: time)
  }

  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { base.nextJob(jobs, at: time) }
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { base.victim(for: item, jobs) }
}
