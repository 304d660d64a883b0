import CAllocationCount
import StrategyKit
import Synchronization

/// The observations of one strategy in one replay. The strategy itself is a value inside the replay; this object is
/// shared with the caller of the replay.
final class StrategyWatch: Sendable {
  let trace: ContractTrace
  /// The frame from which on a copy goes through the same events; nil if none does, and allocations are counted.
  let copiesFrom: Int?
  private let book: Mutex<WatchBook>

  init(strategy: String, trace: ContractTrace, budget: Budget?, copiesFrom: Int?) {
    (self.trace, self.copiesFrom) = (trace, copiesFrom)
    book = Mutex(WatchBook(strategy: strategy, trace: trace, budget: budget, copiesFrom: copiesFrom))
  }

  func with<Result>(_ body: (inout sending WatchBook) -> sending Result) -> sending Result { book.withLock(body) }

  func report(_ rule: ContractRule, _ value: String) {
    with { $0.report(rule, value) }
  }

  func counting<Answer>(_ call: String, _ ask: () -> Answer) -> Answer {
    guard let first = trace.warmFrom, copiesFrom == nil, with({ $0.frame >= first }) else { return ask() }
    let before = AllocationCounter.now
    let answer = ask()
    let made = AllocationCounter.now - before
    if made > 0 { report(.noAllocation, "\(made) allocations in \(call) once it was warm") }
    return answer
  }
}

/// The rules about plans, with the state that they are checked against.
struct WatchBook {
  let strategy: String
  let trace: ContractTrace
  let budget: Budget?
  let copiesFrom: Int?

  private(set) var frame = -1
  private(set) var findings: [ContractFinding] = []
  var started = StartedItems()
  /// A digest of the strategy's answers, to compare two replays.
  var digest = Hasher()
  /// The digest before the frame from which on a copy is used.
  private(set) var firstHalf = Hasher()
  var held: Set<Int32> = []
  private(set) var visible = ItemRange.empty
  private var lastOffset: MilliPoints?
  private var resting = 0
  /// The number of frames at rest since another event that a strategy may answer.
  private var undisturbed = 0
  /// The number of items started at rest before all were last stopped; nil if the next rest need not have any.
  private var startedBefore: Int?

  /// The number of frames at one offset after which a strategy should have nothing left to write.
  private static let restFrames = 40
  /// The distance from the viewport, in viewport heights, beyond which nothing should be wanted.
  private static let screensMax: Int64 = 20
  /// The number of items that may still be left behind, as in a ring from which only new starts remove: their number
  /// must not grow.
  private static let leftBehindMax = 64

  init(strategy: String, trace: ContractTrace, budget: Budget?, copiesFrom: Int?) {
    (self.strategy, self.trace, self.budget, self.copiesFrom) = (strategy, trace, budget, copiesFrom)
  }

  mutating func report(_ rule: ContractRule, _ value: String) {
    if let known = findings.firstIndex(where: { $0.rule == rule }) {
      findings[known].count += 1
    } else {
      findings.append(
        ContractFinding(
          rule: rule, strategy: strategy, trace: trace.name, frame: frame < 0 ? nil : frame, value: value))
    }
  }

  mutating func begin(_ context: FrameContext) {
    frame += 1
    resting = lastOffset == context.offset ? resting + 1 : 0
    undisturbed = resting == 0 ? 0 : undisturbed + 1
    lastOffset = context.offset
    visible = context.layout.items(overlapping: context.viewport)
    if frame == copiesFrom { firstHalf = digest }
  }

  mutating func take(_ plan: Plan, _ frame: FrameContext) {
    for step in plan.steps {
      checkGrid(step, frame)
      started.apply(step, frame)
      digest.combine(step)
    }
    digest.combine(plan.steps.count)
    checkRest(plan)
    checkReach(frame)
    checkBudget(frame)
  }

  /// Forgets what was started: another layout is in force, or preheating goes on after a warning.
  mutating func beginAnew(isSameLayout: Bool) {
    startedBefore = isSameLayout && resting >= WatchBook.restFrames ? started.items.count : nil
    started.clear()
    (lastOffset, resting, undisturbed) = (nil, 0, 0)
  }

  /// Permits a new plan at rest, after a memory warning or a dropped bitmap.
  mutating func disturb() { undisturbed = 0 }

  private mutating func checkGrid(_ step: Plan.Step, _ frame: FrameContext) {
    let (verb, items) =
      switch step {
      case .start(let items): ("starts", items)
      case .stop(let items): ("stops", items)
      }
    if items.lower < 0 || items.upper > frame.layout.count {
      report(.inGrid, "\(verb) \(items.lower)..<\(items.upper) of \(frame.layout.count) items")
    }
  }

  private mutating func checkRest(_ plan: Plan) {
    if undisturbed >= WatchBook.restFrames && !plan.steps.isEmpty {
      report(.rests, "\(plan.steps.count) steps after \(undisturbed) frames at the same offset")
    }
    guard let before = startedBefore, resting == WatchBook.restFrames else { return }
    let count = started.items.count
    if count < before / 2 {
      report(
        .forgets, "\(before) items were started before all were stopped under one layout, \(count) are after it")
    }
    startedBefore = nil
  }

  /// Checks that started items are near at rest; while the scroll moves, or is about to move to a target, only their
  /// number.
  private mutating func checkReach(_ frame: FrameContext) {
    let (items, screens) = (started.items, WatchBook.screensMax)
    let reach = frame.layout.viewportHeight.rawValue * screens
    let near = frame.items(above: reach, below: reach)
    if items.count > near.count + WatchBook.leftBehindMax {
      report(.releases, "\(items.count) items are started, \(screens) screens have \(near.count)")
    } else if resting == WatchBook.restFrames && frame.target == nil {
      let far = items.count { !near.contains(ItemID(rawValue: $0)) }
      if far > WatchBook.leftBehindMax {
        report(.releases, "\(far) items are still started more than \(screens) screens away from what is shown")
      }
    }
  }

  /// Checks the bytes of started and visible items together, whenever something is started that no cell shows.
  private mutating func checkBudget(_ frame: FrameContext) {
    guard let budget, started.bytes > 0 else { return }
    let limit = budget.bytes(under: frame.layout, sizes: frame.sizes).rawValue
    let shown = visible.lower..<visible.upper
    let asked = shown.filter { !started.items.contains($0) }
    let hidden = started.items.count - (shown.count - asked.count)
    let sum = asked.reduce(started.bytes) { $0 + frame.bytes(of: ItemID(rawValue: $1)).rawValue }
    if sum > limit && hidden > 0 {
      report(
        .budget,
        "what is shown and started takes \(sum) bytes, the budget is \(limit), and \(hidden) started items are on no cell"
      )
    }
  }
}

/// The items that a strategy has started by its plans: the account that the engine keeps.
struct StartedItems {
  private(set) var items: Set<Int32> = []
  private(set) var bytes: Int64 = 0

  /// Starts or stops items. Those outside the grid are left out, as in a replay.
  mutating func apply(_ step: Plan.Step, _ frame: FrameContext) {
    switch step {
    case .start(let range):
      for item in StartedItems.inGrid(range, frame) where items.insert(item).inserted {
        bytes += frame.bytes(of: ItemID(rawValue: item)).rawValue
      }
    case .stop(let range):
      for item in StartedItems.inGrid(range, frame) {
        stop(ItemID(rawValue: item), bytes: frame.bytes(of: ItemID(rawValue: item)))
      }
    }
  }

  private static func inGrid(_ range: ItemRange, _ frame: FrameContext) -> Range<Int32> {
    let part = range.common(with: ItemRange(lower: 0, upper: frame.layout.count))
    return part.lower..<part.upper
  }

  mutating func stop(_ item: ItemID, bytes: ByteCount) {
    if items.remove(item.rawValue) != nil { self.bytes -= bytes.rawValue }
  }

  mutating func clear() {
    items.removeAll(keepingCapacity: true)
    bytes = 0
  }
}

/// Counts heap allocations of the calling thread.
///
/// On Linux with glibc, a program that links this module has its `malloc` counted. In debug builds, where the
/// compiler's own temporary memory would be counted too, objects and storage of the Swift runtime are counted instead.
/// Elsewhere nothing is.
public enum AllocationCounter {
  /// The allocations of this thread so far; only differences are meaningful.
  public static var now: UInt64 {
    #if DEBUG
      object_allocation_count()
    #else
      allocation_count()
    #endif
  }

  /// True if allocations can be counted; if not, 0 means nothing.
  public static let isCounting: Bool = {
    let before = now
    let probe = ContiguousArray(repeating: before, count: 100)
    return now > before && probe[99] == before
  }()
}
