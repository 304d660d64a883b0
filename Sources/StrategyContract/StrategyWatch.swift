import CAllocationCount
import StrategyKit
import Synchronization

/// The observations of one strategy in one replay. The strategy itself is a value inside the replay; this object is
/// shared with the caller of the replay.
final class StrategyWatch: Sendable {
  let strategy: String
  let trace: ContractTrace
  /// The declared budget, or nil.
  let budget: Budget?
  /// The frame from which on a copy goes through the same events; nil if none does, and allocations are counted.
  let copiesFrom: Int?
  private let state = Mutex(State())

  struct State {
    var frame = -1
    var findings: [ContractFinding] = []
    var book = PlanBook()
    /// A digest of the strategy's answers, to compare two replays.
    var digest = Hasher()
    /// The digest before the frame from which on a copy is used.
    var firstHalf = Hasher()
    /// The held bitmaps of the layout in force.
    var held: Set<Int32> = []
    var visible = ItemRange.empty
    var lastOffset: MilliPoints?
    /// The number of frames in a row with the same offset.
    var resting = 0
    /// The number of such frames since another event that a strategy may answer.
    var undisturbed = 0
    /// The number of items started at rest before all were last stopped; nil if the next rest need not have any.
    var startedBefore: Int?
  }

  init(strategy: String, trace: ContractTrace, budget: Budget?, copiesFrom: Int?) {
    (self.strategy, self.trace, self.budget, self.copiesFrom) = (strategy, trace, budget, copiesFrom)
  }

  func with<Result>(_ body: (inout sending State) -> sending Result) -> sending Result { state.withLock(body) }

  var findings: [ContractFinding] { with { $0.findings } }
  var digest: Int { with { $0.digest.finalize() } }
  var firstHalf: Int { with { $0.firstHalf.finalize() } }

  /// Keeps the first finding of a rule and counts the others.
  func report(_ rule: ContractRule, _ value: String) {
    with { report(rule, value, &$0) }
  }

  private func report(_ rule: ContractRule, _ value: String, _ state: inout State) {
    if let known = state.findings.firstIndex(where: { $0.rule == rule }) {
      state.findings[known].count += 1
    } else {
      state.findings.append(
        ContractFinding(
          rule: rule, strategy: strategy, trace: trace.name, frame: state.frame < 0 ? nil : state.frame, value: value))
    }
  }

  /// Calls the strategy, and counts its allocations where they are forbidden.
  func counting<Answer>(_ call: String, _ ask: () -> Answer) -> Answer {
    guard let first = trace.warmFrom, copiesFrom == nil, with({ $0.frame >= first }) else { return ask() }
    let before = AllocationCounter.now
    let answer = ask()
    let made = AllocationCounter.now - before
    if made > 0 { report(.noAllocation, "\(made) allocations in \(call) once it was warm") }
    return answer
  }
}

/// The items that a strategy has started by its plans: the account that the engine keeps.
struct PlanBook {
  private(set) var items: Set<Int32> = []
  /// The bytes of their bitmaps together.
  private(set) var bytes: Int64 = 0

  /// Starts or stops items. Those outside the grid are left out, as in a replay.
  mutating func apply(_ step: Plan.Step, _ frame: FrameContext) {
    switch step {
    case .start(let range):
      for item in PlanBook.inGrid(range, frame) where items.insert(item).inserted {
        bytes += frame.bytes(of: ItemID(rawValue: item)).rawValue
      }
    case .stop(let range):
      for item in PlanBook.inGrid(range, frame) {
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

extension StrategyWatch {
  /// The number of frames at one offset after which a strategy should have nothing left to write.
  private static let restFrames = 40
  /// The distance from the viewport, in viewport heights, beyond which nothing should be wanted.
  private static let screensMax: Int64 = 20
  /// The number of items that may still be left behind, as in a ring from which only new starts remove: their number
  /// must not grow.
  private static let leftBehindMax = 64

  /// Prepares for the plan of a frame.
  func begin(_ frame: FrameContext) {
    with { state in
      state.frame += 1
      state.resting = state.lastOffset == frame.offset ? state.resting + 1 : 0
      state.undisturbed = state.resting == 0 ? 0 : state.undisturbed + 1
      state.lastOffset = frame.offset
      state.visible = frame.layout.items(overlapping: frame.viewport)
      if state.frame == copiesFrom { state.firstHalf = state.digest }
    }
  }

  /// Checks a frame's plan and applies it to the book.
  func take(_ plan: Plan, _ frame: FrameContext) {
    with { state in
      for step in plan.steps {
        checkGrid(step, frame, &state)
        state.book.apply(step, frame)
        state.digest.combine(step)
      }
      state.digest.combine(plan.steps.count)
      checkRest(plan, &state)
      checkReach(frame, &state)
      checkBudget(frame, &state)
    }
  }

  /// Clears the book: another layout is in force, or preheating goes on after a warning.
  func beginAnew(isSameLayout: Bool) {
    with { state in
      state.startedBefore = isSameLayout && state.resting >= StrategyWatch.restFrames ? state.book.items.count : nil
      state.book.clear()
      (state.lastOffset, state.resting, state.undisturbed) = (nil, 0, 0)
    }
  }

  /// Permits a new plan at rest, after a memory warning or a dropped bitmap.
  func disturb() {
    with { $0.undisturbed = 0 }
  }

  private func checkGrid(_ step: Plan.Step, _ frame: FrameContext, _ state: inout State) {
    let (verb, items) =
      switch step {
      case .start(let items): ("starts", items)
      case .stop(let items): ("stops", items)
      }
    if items.lower < 0 || items.upper > frame.layout.count {
      report(.inGrid, "\(verb) \(items.lower)..<\(items.upper) of \(frame.layout.count) items", &state)
    }
  }

  private func checkRest(_ plan: Plan, _ state: inout State) {
    if state.undisturbed >= StrategyWatch.restFrames && !plan.steps.isEmpty {
      report(.rests, "\(plan.steps.count) steps after \(state.undisturbed) frames at the same offset", &state)
    }
    guard let before = state.startedBefore, state.resting == StrategyWatch.restFrames else { return }
    let count = state.book.items.count
    if count < before / 2 {
      report(
        .forgets,
        "\(before) items were started before all were stopped under one layout, \(count) are after it", &state)
    }
    state.startedBefore = nil
  }

  /// Checks that started items are near at rest; while the scroll moves, or is about to move to a target, only their
  /// number.
  private func checkReach(_ frame: FrameContext, _ state: inout State) {
    let (started, screens) = (state.book.items, StrategyWatch.screensMax)
    let reach = frame.layout.viewportHeight.rawValue * screens
    let near = frame.items(above: reach, below: reach)
    if started.count > near.count + StrategyWatch.leftBehindMax {
      report(.releases, "\(started.count) items are started, \(screens) screens have \(near.count)", &state)
    } else if state.resting == StrategyWatch.restFrames && frame.target == nil {
      let far = started.count { !near.contains(ItemID(rawValue: $0)) }
      guard far > StrategyWatch.leftBehindMax else { return }
      report(
        .releases, "\(far) items are still started more than \(screens) screens away from what is shown", &state)
    }
  }

  /// Checks the bytes of started and visible items together, whenever something is started that no cell shows.
  private func checkBudget(_ frame: FrameContext, _ state: inout State) {
    let started = state.book.items
    guard let budget, !started.isEmpty, state.book.bytes > 0 else { return }
    let limit = budget.bytes(under: frame.layout, sizes: frame.sizes).rawValue
    let visible = state.visible.lower..<state.visible.upper
    let asked = visible.filter { !started.contains($0) }
    let hidden = started.count - (visible.count - asked.count)
    let sum = asked.reduce(state.book.bytes) { $0 + frame.bytes(of: ItemID(rawValue: $1)).rawValue }
    if sum > limit && hidden > 0 {
      report(
        .budget,
        "what is shown and started takes \(sum) bytes, the budget is \(limit), and \(hidden) started items are on no cell",
        &state)
    }
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
