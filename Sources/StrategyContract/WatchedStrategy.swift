import StrategyKit

/// A policy whose calls are watched, and a copy of it that goes through the same events from some frame on.
private struct WatchedPolicy<Base: Sendable>: Sendable {
  var base: Base
  var copy: Base?
  let watch: StrategyWatch

  init(_ base: Base, watch: StrategyWatch) { (self.base, self.watch) = (base, watch) }

  mutating func copyWhenDue() {
    if let first = watch.copiesFrom, copy == nil, watch.with({ $0.frame >= first }) { copy = base }
  }

  mutating func tell(_ call: String, _ event: (inout Base) -> Void) {
    watch.counting(call) { event(&base) }
    if copy != nil { event(&copy!) }
  }

  mutating func ask(_ call: String, _ noun: String, _ question: (inout Base) -> Int32?) -> Int32? {
    let named = watch.counting(call) { question(&base) }
    if copy != nil, case let other = question(&copy!), other != named {
      func text(_ number: Int32?) -> String { number.map { "\(noun) \($0)" } ?? "nothing" }
      watch.report(.copies, "\(call) names \(text(named)), that of a copy with the same past \(text(other))")
    }
    watch.with { $0.digest.combine(named) }
    return named
  }
}

/// Takes the place of a strategy in a replay: passes every event on, and checks the answers. An answer that would trap
/// in a replay (a job that is not queued, a victim that a cell shows) is a finding, and ignored.
struct WatchedStrategy<Base: StrategyBehaviour>: StrategyBehaviour {
  var subscribedEvents: StrategyEvents { .all }
  var isRanking: Bool { policy.base.isRanking }
  var budget: ByteCount { policy.base.budget }

  private var policy: WatchedPolicy<Base>
  private var itemCount: Int32
  private var watch: StrategyWatch { policy.watch }

  init(_ base: Base, watch: StrategyWatch) {
    policy = WatchedPolicy(base, watch: watch)
    itemCount = watch.trace.firstLayout.count
  }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    watch.with { $0.begin(frame) }
    policy.copyWhenDue()
    watch.counting("viewportChanged") { policy.base.viewportChanged(frame, plan: &plan) }
    if policy.copy != nil {
      var copied = Plan()
      policy.copy?.viewportChanged(frame, plan: &copied)
      if copied.steps != plan.steps {
        let others = copied.steps.count == plan.steps.count ? " others" : ""
        watch.report(
          .copies,
          "its plan has \(plan.steps.count) steps, that of a copy with the same past \(copied.steps.count)\(others)")
      }
    }
    watch.with { $0.take(plan, frame) }
  }

  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    watch.with {
      $0.beginAnew(isSameLayout: $0.trace.isRelayout)
      $0.held.removeAll(keepingCapacity: true)
    }
    if layout.count != itemCount {
      let from = ItemID(rawValue: min(itemCount, layout.count) / 2)
      contentChanged(from: from, count: layout.count, at: time)
      itemCount = layout.count
    }
    policy.tell("layoutChanged") { $0.layoutChanged(to: layout, at: time) }
  }

  mutating func itemRequested(_ item: ItemID, at time: Nanoseconds) {
    guard policy.base.subscribedEvents.contains(.requests) else { return }
    policy.tell("itemRequested") { $0.itemRequested(item, at: time) }
  }

  mutating func itemBecameResident(_ item: ItemID, at time: Nanoseconds) {
    watch.with { _ = $0.held.insert(item.rawValue) }
    guard policy.base.subscribedEvents.contains(.residency) else { return }
    policy.tell("itemBecameResident") { $0.itemBecameResident(item, at: time) }
  }

  mutating func itemDropped(_ item: ItemID, at time: Nanoseconds) {
    watch.with { _ = $0.held.remove(item.rawValue) }
    // Others lose nothing but by their own stops; one that ranks may start again what it let go.
    if policy.base.isRanking { watch.with { $0.disturb() } }
    guard policy.base.subscribedEvents.contains(.residency) else { return }
    policy.tell("itemDropped") { $0.itemDropped(item, at: time) }
  }

  mutating func memoryWarning(at time: Nanoseconds) {
    watch.with { $0.disturb() }
    policy.tell("memoryWarning") { $0.memoryWarning(at: time) }
  }

  mutating func resumed(under layout: GridLayout, at time: Nanoseconds) {
    watch.with { $0.beginAnew(isSameLayout: true) }
    policy.tell("resumed") { $0.resumed(under: layout, at: time) }
  }

  mutating func contentChanged(from firstItem: ItemID, count: Int32, at time: Nanoseconds) {
    policy.tell("contentChanged") { $0.contentChanged(from: firstItem, count: count, at: time) }
  }

  private func isInGrid(_ item: ItemID) -> Bool { 0 <= item.rawValue && item.rawValue < itemCount }

  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
    let answer = policy.ask("nextJob", "item") { $0.nextJob(jobs, at: time)?.rawValue }
    guard let named = answer.map(ItemID.init(rawValue:)) else { return nil }
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
    let answer = policy.ask("victim", "item") { $0.victim(for: item, jobs)?.rawValue }
    guard let named = answer.map(ItemID.init(rawValue:)) else {
      reportNeedlessOverdraft(for: item, jobs)
      return nil
    }
    guard isInGrid(named), jobs.state(of: named) == .kept else {
      let isShown = isInGrid(named) && jobs.state(of: named) == .displayed
      watch.report(
        .heldVictims,
        "item \(named.rawValue), which \(isShown ? "a cell shows" : "is not held"), shall go for item \(item.rawValue)")
      return nil
    }
    watch.with { $0.started.stop(named, bytes: jobs.bytes(of: named)) }
    return named
  }

  /// Reports a decode beyond the budget that a cell waits for although something else could be dropped.
  private func reportNeedlessOverdraft(for item: ItemID, _ jobs: JobView) {
    let (visible, held) = watch.with { ($0.visible, $0.held) }
    guard visible.contains(item) else { return }
    let free = held.lazy.map(ItemID.init).count { isInGrid($0) && jobs.state(of: $0) != .displayed }
    if free > 0 {
      watch.report(.budget, "item \(item.rawValue) goes beyond the budget while \(free) held bitmaps are on no cell")
    }
  }
}

/// Takes the place of an eviction policy in a replay, and checks its victims.
struct WatchedEvictionPolicy<Base: EvictionBehaviour>: EvictionBehaviour {
  private var policy: WatchedPolicy<Base>
  private var held: Set<Int32> = []

  init(_ base: Base, watch: StrategyWatch) { policy = WatchedPolicy(base, watch: watch) }

  var budget: ByteCount { policy.base.budget }
  var canServeSmallerRequests: Bool { policy.base.canServeSmallerRequests }

  mutating func reset(slotCount: Int, sizeClasses: Int) {
    held.removeAll()
    policy.tell("reset") { $0.reset(slotCount: slotCount, sizeClasses: sizeClasses) }
  }

  mutating func layoutChanged(to layout: GridLayout, sizes: (any BitmapSizing)?) {
    policy.tell("layoutChanged") { $0.layoutChanged(to: layout, sizes: sizes) }
  }

  mutating func requested(_ slot: Int32, bytes: ByteCount) {
    policy.copyWhenDue()
    policy.tell("requested") { $0.requested(slot, bytes: bytes) }
  }

  mutating func started(_ slot: Int32, bytes: ByteCount) {
    policy.tell("started") { $0.started(slot, bytes: bytes) }
  }

  mutating func becameResident(_ slot: Int32, bytes: ByteCount) {
    held.insert(slot)
    policy.tell("becameResident") { $0.becameResident(slot, bytes: bytes) }
  }

  mutating func dropped(_ slot: Int32) {
    held.remove(slot)
    policy.tell("dropped") { $0.dropped(slot) }
  }

  mutating func victim(where canGo: (Int32) -> Bool) -> Int32? {
    guard let named = policy.ask("victim", "slot", { $0.victim(where: canGo) }) else {
      let free = held.count(where: canGo)
      if free > 0 { policy.watch.report(.budget, "victim names nothing while \(free) held bitmaps may go") }
      return nil
    }
    guard held.contains(named), canGo(named) else {
      let reason = held.contains(named) ? "a cell shows or a start wants" : "is not held"
      policy.watch.report(.heldVictims, "slot \(named), which \(reason), shall go")
      return nil
    }
    return named
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
    watch.with { $0.begin(frame) }
    let screen = frame.layout.viewportHeight.rawValue
    let wanted = frame.items(above: screen, below: screen)
    plan.stop(window, except: wanted)
    plan.start(wanted, except: window)
    window = wanted
  }

  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = .empty }
}
