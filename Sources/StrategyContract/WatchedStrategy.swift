import StrategyKit

/// Takes the place of a strategy in a replay: passes every event on, and checks the answers. An answer that would trap
/// in a replay (a job that is not queued, a victim that a cell shows) is a finding, and ignored.
struct WatchedStrategy<Base: StrategyBehaviour>: StrategyBehaviour {
  var subscribedEvents: StrategyEvents { .all }
  var isRanking: Bool { base.isRanking }
  var budget: ByteCount { base.budget }

  private var base: Base
  /// A copy that goes through the same events from some frame on.
  private var copy: Base?
  private var copiedPlan = Plan()
  private var itemCount: Int32
  private let watch: StrategyWatch

  init(_ base: Base, watch: StrategyWatch) {
    self.base = base
    self.watch = watch
    itemCount = watch.trace.firstLayout.count
  }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    watch.begin(frame)
    if case .copy(let first) = watch.task, copy == nil, watch.with({ $0.frame == first }) { copy = base }
    watch.counting("viewportChanged") { base.viewportChanged(frame, plan: &plan) }
    if copy != nil {
      copiedPlan.removeAll()
      copy?.viewportChanged(frame, plan: &copiedPlan)
      if copiedPlan.steps != plan.steps {
        watch.report(
          .copies,
          "its plan has \(plan.steps.count) steps, that of a copy with the same past \(copiedPlan.steps.count)"
            + (copiedPlan.steps.count == plan.steps.count ? " others" : ""))
      }
    }
    watch.take(plan, frame)
  }

  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    watch.beginAnew(underTheSameLayout: watch.trace.isRelayout)
    watch.with { $0.held.removeAll(keepingCapacity: true) }
    if layout.count != itemCount {
      let from = ItemID(rawValue: min(itemCount, layout.count) / 2)
      each { $0.contentChanged(from: from, count: layout.count, at: time) }
      itemCount = layout.count
    }
    each { $0.layoutChanged(to: layout, at: time) }
  }

  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {
    guard base.subscribedEvents.contains(.requests) else { return }
    each(in: "itemRequested") { $0.itemRequested(item, at: time) }
  }

  mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
    watch.with { if !$0.held.contains(item.rawValue) { $0.held.append(item.rawValue) } }
    guard base.subscribedEvents.contains(.residency) else { return }
    each(in: "itemBecameResident") { $0.itemBecameResident(item, at: time) }
  }

  mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
    watch.with { $0.held.removeAll { $0 == item.rawValue } }
    // Others lose nothing but by their own stops; one that ranks may start again what it let go.
    if base.isRanking { watch.disturb() }
    guard base.subscribedEvents.contains(.residency) else { return }
    each(in: "itemDropped") { $0.itemDropped(item, at: time) }
  }

  mutating func memoryWarning(at time: Nanoseconds) {
    watch.disturb()
    each { $0.memoryWarning(at: time) }
  }

  mutating func resumed(under layout: GridLayout, at time: Nanoseconds) {
    watch.beginAnew(underTheSameLayout: true)
    each { $0.resumed(under: layout, at: time) }
  }

  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
    each { $0.contentChanged(from: firstItem, count: count, at: time) }
  }

  private func isInGrid(_ item: ItemID) -> Bool { 0 <= item.rawValue && item.rawValue < itemCount }

  private mutating func each(in call: String? = nil, _ event: (inout Base) -> Void) {
    if let call { watch.counting(call) { event(&base) } } else { event(&base) }
    if copy != nil { event(&copy!) }
  }
}

extension WatchedStrategy {
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
    let named = watch.counting("nextJob") { base.nextJob(jobs, at: time) }
    if copy != nil, let other = copy?.nextJob(jobs, at: time), other != named { reportCopy("nextJob", named, other) }
    guard let named else { return nil }
    watch.with { $0.digest.combine(named) }
    guard isInGrid(named) else {
      watch.report(.queuedJobs, "item \(named.rawValue) of \(itemCount) is named")
      return nil
    }
    guard jobs.state(of: named) == .queued else {
      watch.report(.queuedJobs, "item \(named.rawValue) is named, whose decode does not wait for a worker")
      return nil
    }
    return named
  }

  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? {
    let named = watch.counting("victim") { base.victim(for: item, jobs) }
    if copy != nil, let other = copy?.victim(for: item, jobs), other != named { reportCopy("victim", named, other) }
    guard let named else {
      reportNeedlessOverdraft(for: item, jobs)
      return nil
    }
    watch.with { $0.digest.combine(~named.rawValue) }
    guard isInGrid(named), jobs.state(of: named) == .kept else {
      let what =
        isInGrid(named) && jobs.state(of: named) == .displayed ? "which a cell shows" : "which is not held"
      watch.report(.heldVictims, "item \(named.rawValue), \(what), shall go for item \(item.rawValue)")
      return nil
    }
    let bytes = jobs.bytes(of: named)
    watch.with { $0.book.stop(named, bytes: bytes) }
    return named
  }

  /// Reports a decode beyond the budget that a cell waits for although something else could be dropped.
  private func reportNeedlessOverdraft(for item: ItemID, _ jobs: JobView) {
    let (visible, held) = watch.with { ($0.visible, $0.held) }
    guard visible.contains(item) else { return }
    let free = held.count {
      isInGrid(ItemID(rawValue: $0)) && jobs.state(of: ItemID(rawValue: $0)) != .displayed
    }
    if free > 0 {
      watch.report(.budget, "item \(item.rawValue) goes beyond the budget while \(free) held bitmaps are on no cell")
    }
  }

  private func reportCopy(_ call: String, _ named: ItemID?, _ other: ItemID?) {
    func text(_ item: ItemID?) -> String { item.map { "item \($0.rawValue)" } ?? "nothing" }
    watch.report(.copies, "\(call) names \(text(named)), that of a copy with the same past \(text(other))")
  }
}

/// Takes the place of an eviction policy in a replay, and checks its victims.
struct WatchedEvictionPolicy<Base: EvictionBehaviour>: EvictionBehaviour {
  private var base: Base
  private var copy: Base?
  private var held: ContiguousArray<Int32> = []
  private let watch: StrategyWatch

  init(_ base: Base, watch: StrategyWatch) {
    self.base = base
    self.watch = watch
  }

  var budget: ByteCount { base.budget }
  var canServeSmallerRequests: Bool { base.canServeSmallerRequests }

  mutating func reset(slotCount: Int, sizeClasses: Int) {
    held.removeAll()
    base.reset(slotCount: slotCount, sizeClasses: sizeClasses)
    copy?.reset(slotCount: slotCount, sizeClasses: sizeClasses)
  }

  mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    each(in: "layoutChanged") { $0.layoutChanged(to: layout, sizes: sizes) }
  }

  mutating func requested(_ slot: Int32, bytes: ByteCount) {
    if case .copy(let first) = watch.task, copy == nil, watch.with({ $0.frame >= first }) {
      watch.with { $0.firstHalf = $0.digest }
      copy = base
    }
    each(in: "requested") { $0.requested(slot, bytes: bytes) }
  }

  mutating func started(_ slot: Int32, bytes: ByteCount) { each(in: "started") { $0.started(slot, bytes: bytes) } }

  mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    held.append(slot)
    each(in: "becameResident") { $0.becameResident(slot, bytes: bytes) }
  }

  mutating func dropped(_ slot: Int32) {
    held.removeAll { $0 == slot }
    each(in: "dropped") { $0.dropped(slot) }
  }

  mutating func victim(where canGo: (Int32) -> Bool) -> Int32? {
    let named = watch.counting("victim") { base.victim(where: canGo) }
    if copy != nil, let other = copy?.victim(where: canGo), other != named {
      watch.report(.copies, "victim names slot \(named ?? -1), that of a copy with the same past \(other)")
    }
    guard let named else {
      let free = held.count { canGo($0) }
      if free > 0 { watch.report(.budget, "victim names nothing while \(free) held bitmaps may go") }
      return nil
    }
    watch.with { $0.digest.combine(named) }
    guard held.contains(named), canGo(named) else {
      let what = held.contains(named) ? "which a cell shows or a start wants" : "which is not held"
      watch.report(.heldVictims, "slot \(named), \(what), shall go")
      return nil
    }
    return named
  }

  private mutating func each(in call: String, _ event: (inout Base) -> Void) {
    watch.counting(call) { event(&base) }
    if copy != nil { event(&copy!) }
  }
}

/// Starts the items a screen above and below, and tells a watch the frame: the conditions under which an eviction
/// policy is checked.
struct WatchedFrames: StrategyBehaviour {
  var subscribedEvents: StrategyEvents { [] }

  private var window = ItemRange.empty
  private let watch: StrategyWatch

  init(watch: StrategyWatch) { self.watch = watch }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    watch.begin(frame)
    let screen = frame.layout.viewportHeight.rawValue
    let wanted = frame.items(above: screen, below: screen)
    plan.stop(window, except: wanted)
    plan.start(wanted, except: window)
    window = wanted
  }

  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = .empty }
}
