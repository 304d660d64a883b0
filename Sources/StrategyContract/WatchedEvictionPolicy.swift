import StrategyKit

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

  var canKeepBitmaps: Bool { base.canKeepBitmaps }
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
