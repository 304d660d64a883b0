import Strategies
import Synchronization

/// Started and stopped correctly: what the strategies below do but for one thing.
struct GoodWindow {
  var items = ItemRange.empty

  mutating func move(_ frame: FrameContext, _ plan: inout Plan) {
    let margin = frame.layout.viewportHeight
    move(to: frame, VerticalRange(minY: frame.viewport.minY - margin, maxY: frame.viewport.maxY + margin), &plan)
  }

  mutating func move(to frame: FrameContext, _ range: VerticalRange, _ plan: inout Plan) {
    let wanted = frame.layout.items(overlapping: range)
    plan.start(wanted, except: items)
    plan.stop(items, except: wanted)
    items = wanted
  }

  func firstQueued(_ jobs: JobView) -> ItemID? {
    (items.lower..<items.upper).lazy.map { ItemID(rawValue: $0) }.first { jobs.state(of: $0) == .queued }
  }
}

/// Names a whole row more than there is.
struct PastTheEnd: CacheStrategy {
  static let descriptor = PolicyDescriptor(id: "past-the-end", summary: "starts items that are not there")
  private var last = ItemRange.empty
  init(_ parameters: ParameterValues) {}
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    var wanted = frame.layout.items(overlapping: frame.viewport)
    wanted.upper += 4
    if wanted == last { return }
    plan.stop(last)
    plan.start(wanted)
    last = wanted
  }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { last = .empty }
}

/// Starts and never stops.
struct Hoarder: CacheStrategy {
  static let descriptor = PolicyDescriptor(id: "hoarder", summary: "keeps all that it ever started")
  private var last = ItemRange.empty
  init(_ parameters: ParameterValues) {}
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    let wanted = frame.layout.items(overlapping: frame.viewport)
    if wanted != last { plan.start(wanted) }
    last = wanted
  }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { last = .empty }
}

/// Writes the same plan at every frame.
struct Restless: CacheStrategy {
  static let descriptor = PolicyDescriptor(id: "restless", summary: "plans while nothing moves")
  private var last = ItemRange.empty
  init(_ parameters: ParameterValues) {}
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    plan.stop(last)
    last = frame.layout.items(overlapping: frame.viewport)
    plan.start(last)
  }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { last = .empty }
}

/// Believes after a layout change that all is still started.
struct Unforgetting: CacheStrategy {
  static let descriptor = PolicyDescriptor(id: "unforgetting", summary: "knows no layout changes")
  private var window = GoodWindow()
  init(_ parameters: ParameterValues) {}
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { window.move(frame, &plan) }
}

/// Believes after a memory warning that all is still started.
struct Unresuming: CacheStrategy {
  static let descriptor = PolicyDescriptor(id: "unresuming", summary: "forgets at a layout change alone")
  private var window = GoodWindow()
  init(_ parameters: ParameterValues) {}
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { window.move(frame, &plan) }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = GoodWindow() }
  mutating func resumed(under layout: GridLayout, at time: Nanoseconds) {}
}

/// Declares a budget and does not ask.
struct Spender: CacheStrategy {
  static let descriptor = PolicyDescriptor(
    id: "spender", summary: "declares a budget and passes it",
    parameters: [
      ParameterSpec(
        key: "budget", kind: ParameterSpec.budget.kind,
        defaultValue: .budget(.bytes(ByteCount(rawValue: 20_000_000))), summary: "bytes of all that is started")
    ])
  private var window = GoodWindow()
  init(_ parameters: ParameterValues) {}
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { window.move(frame, &plan) }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = GoodWindow() }
}

/// Allocates an array at every frame.
struct Allocating: CacheStrategy {
  static let descriptor = PolicyDescriptor(id: "allocating", summary: "makes an array a frame")
  private var window = GoodWindow()
  private var rows: [Int32] = []
  init(_ parameters: ParameterValues) {}
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    window.move(frame, &plan)
    rows = Array(window.items.lower..<window.items.upper + 40)
  }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = GoodWindow() }
}

/// What it does depends on how many there were before it.
struct Moody: CacheStrategy {
  static let descriptor = PolicyDescriptor(id: "moody", summary: "every second value looks further ahead")
  private static let made = Mutex(0)
  private var window = GoodWindow()
  private var looksFar: Bool?
  init(_ parameters: ParameterValues) {}
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    if looksFar == nil {
      looksFar = Moody.made.withLock { made in
        made += 1
        return made % 2 == 0
      }
    }
    let margin = looksFar == true ? frame.layout.viewportHeight : .zero
    window.move(to: frame, VerticalRange(minY: frame.viewport.minY - margin, maxY: frame.viewport.maxY + margin), &plan)
  }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = GoodWindow() }
}

/// Keeps its window in an object that copies share.
struct Shared: CacheStrategy {
  static let descriptor = PolicyDescriptor(id: "shared", summary: "its state is an object")
  private final class Box: Sendable {
    let window = Mutex(GoodWindow())
  }
  private var box = Box()
  init(_ parameters: ParameterValues) {}
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    if frame.time == .zero { box = Box() }
    var window = box.window.withLock { $0 }
    window.move(frame, &plan)
    box.window.withLock { [window] in $0 = window }
  }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) {
    box.window.withLock { $0 = GoodWindow() }
  }
}

/// Ranks, and names the first visible item whether it waits or not, and lets visible ones go.
struct BadRanker: RankingStrategy {
  static let descriptor = PolicyDescriptor(id: "bad-ranker", summary: "names what is not queued, lets go what is shown")
  private var window = GoodWindow()
  private var visible = ItemRange.empty
  init(_ parameters: ParameterValues) {}
  var budget: ByteCount { ByteCount(rawValue: 20_000_000) }
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) {
    visible = frame.layout.items(overlapping: frame.viewport)
    window.move(frame, &plan)
  }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = GoodWindow() }
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
    for item in visible.lower..<visible.upper where jobs.state(of: ItemID(rawValue: item)) == .queued {
      return ItemID(rawValue: item)
    }
    return ItemID(rawValue: visible.lower)
  }
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { ItemID(rawValue: visible.lower) }
}

/// Ranks well, and would rather pass its budget than let anything go.
struct Miser: RankingStrategy {
  static let descriptor = PolicyDescriptor(id: "miser", summary: "names no victim")
  private var window = GoodWindow()
  init(_ parameters: ParameterValues) {}
  var budget: ByteCount { ByteCount(rawValue: 20_000_000) }
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { window.move(frame, &plan) }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = GoodWindow() }
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { window.firstQueued(jobs) }
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { nil }
}

/// Names a job once at a time, so that a copy which is asked after it names none.
struct Impatient: RankingStrategy {
  static let descriptor = PolicyDescriptor(id: "impatient", summary: "copies share the time of the last question")
  private final class Box: Sendable {
    let asked = Mutex(Nanoseconds(rawValue: -1))
  }
  private let box = Box()
  private var window = GoodWindow()
  init(_ parameters: ParameterValues) {}
  var budget: ByteCount { ByteCount(rawValue: .max) }
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { window.move(frame, &plan) }
  mutating func layoutChanged(to layout: GridLayout, at time: Nanoseconds) { window = GoodWindow() }
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? {
    let before = box.asked.withLock { asked in
      defer { asked = time }
      return asked
    }
    return before == time ? nil : window.firstQueued(jobs)
  }
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { nil }
}

/// An eviction policy that names whom it heard of last, held or not.
struct LastHeard: EvictionPolicy {
  static let descriptor = PolicyDescriptor(id: "last-heard", summary: "names the last one asked for")
  private var last: Int32?
  init(_ parameters: ParameterValues) {}
  var budget: ByteCount { ByteCount(rawValue: 25_000_000) }
  mutating func reset(slotCount: Int, sizeClasses: Int) { last = nil }
  mutating func requested(_ slot: Int32, bytes: ByteCount) { last = slot }
  mutating func becameResident(_ slot: Int32, bytes: ByteCount) {}
  mutating func dropped(_ slot: Int32) {}
  mutating func victim(where canGo: (Int32) -> Bool) -> Int32? { last }
}
