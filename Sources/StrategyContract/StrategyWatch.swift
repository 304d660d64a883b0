import CAllocationCount
import StrategyKit
import Synchronization

/// The observations of one strategy in one replay. The strategy itself is a value inside the replay; this object is
/// shared with the caller of the replay.
final class StrategyWatch: Sendable {
  /// The subject of a replay besides the rules that always hold.
  enum Task: Equatable, Sendable {
    /// The plans alone.
    case plans
    /// A copy goes through the same events from this frame on.
    case copy(from: Int)
    /// Nothing may be allocated from this frame on.
    case allocations(from: Int)
  }

  struct State {
    var frame = -1
    var findings: [ContractFinding] = []
    var book: PlanBook
    /// A digest of the strategy's answers, to compare two replays.
    var digest = Hasher()
    /// The digest before the frame from which on a copy is used.
    var firstHalf = Hasher()
    /// The held bitmaps of the layout in force.
    var held: ContiguousArray<Int32> = []
    var visible = ItemRange.empty
    var lastOffset: Int64?
    /// The number of frames in a row with the same offset.
    var resting = 0
    /// The number of such frames since another event that a strategy may answer.
    var undisturbed = 0
    /// The number of items started at rest before all were last stopped; nil if the next rest need not have any.
    var startedBefore: Int?
  }

  let strategy: String
  let trace: ContractTrace
  let task: Task
  /// The declared budget, or nil.
  let budget: Budget?
  private let state: Mutex<State>

  init(strategy: String, trace: ContractTrace, task: Task, budget: Budget?) {
    self.strategy = strategy
    self.trace = trace
    self.task = task
    self.budget = budget
    state = Mutex(State(book: PlanBook(capacity: trace.capacity)))
  }

  func with<Result>(_ body: (inout sending State) -> sending Result) -> sending Result { state.withLock(body) }

  var findings: [ContractFinding] { state.withLock { $0.findings } }
  var digest: Int { state.withLock { $0.digest.finalize() } }
  var firstHalf: Int { state.withLock { $0.firstHalf.finalize() } }

  /// Keeps the first finding of a rule and counts the others.
  func report(_ rule: ContractRule, _ value: String) {
    state.withLock { report(rule, value, &$0) }
  }

  func report(_ rule: ContractRule, _ value: String, _ state: inout State) {
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
    guard case .allocations(let first) = task, state.withLock({ $0.frame >= first }) else { return ask() }
    let before = AllocationCounter.now
    let answer = ask()
    let made = AllocationCounter.now - before
    if made > 0 { report(.noAllocation, "\(made) allocations in \(call) once it was warm") }
    return answer
  }
}

/// The items that a strategy has started by its plans: the account that the engine keeps.
struct PlanBook {
  private var isStarted: ContiguousArray<Bool>
  /// The number of started items.
  private(set) var count = 0
  /// The bytes of their bitmaps together.
  private(set) var bytes: Int64 = 0

  init(capacity: Int) { isStarted = ContiguousArray(repeating: false, count: capacity) }

  func contains(_ item: Int32) -> Bool { isStarted.indices.contains(Int(item)) && isStarted[Int(item)] }

  /// Applies a step. Items outside the grid are left out, as in a replay.
  mutating func apply(_ step: Plan.Step, _ frame: FrameContext) {
    switch step {
    case .start(let items): set(items, to: true, frame)
    case .stop(let items): set(items, to: false, frame)
    }
  }

  /// Removes an item that the engine has stopped.
  mutating func stop(_ item: ItemID, bytes: ByteCount) {
    guard contains(item.rawValue) else { return }
    isStarted[item.index] = false
    count -= 1
    self.bytes -= bytes.rawValue
  }

  /// Removes all items.
  mutating func clear() {
    for index in isStarted.indices where isStarted[index] { isStarted[index] = false }
    (count, bytes) = (0, 0)
  }

  /// Returns the number of started items outside `range`.
  func count(outside range: ItemRange) -> Int {
    let inside = max(0, range.lower)..<max(0, min(range.upper, Int32(isStarted.count)))
    return count - inside.count { isStarted[Int($0)] }
  }

  private mutating func set(_ items: ItemRange, to value: Bool, _ frame: FrameContext) {
    let limit = min(frame.layout.count, Int32(isStarted.count))
    for item in max(0, items.lower)..<max(0, items.lower, min(items.upper, limit)) where isStarted[Int(item)] != value {
      isStarted[Int(item)] = value
      count += value ? 1 : -1
      bytes += (value ? 1 : -1) * frame.bytes(of: ItemID(rawValue: item)).rawValue
    }
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
      state.resting = state.lastOffset == frame.offset.rawValue ? state.resting + 1 : 0
      state.undisturbed = state.resting == 0 ? 0 : state.undisturbed + 1
      state.lastOffset = frame.offset.rawValue
      state.visible = frame.layout.items(overlapping: frame.viewport)
      if case .copy(let first) = task, state.frame == first { state.firstHalf = state.digest }
    }
  }

  /// Checks a frame's plan and applies it to the book.
  func take(_ plan: Plan, _ frame: FrameContext) {
    with { state in
      for step in plan.steps {
        check(step, frame, &state)
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
  func beginAnew(underTheSameLayout isSame: Bool) {
    with { state in
      state.startedBefore = isSame && state.resting >= StrategyWatch.restFrames ? state.book.count : nil
      state.book.clear()
      (state.lastOffset, state.resting, state.undisturbed) = (nil, 0, 0)
    }
  }

  /// Permits a new plan at rest, after a memory warning or a dropped bitmap.
  func disturb() {
    with { $0.undisturbed = 0 }
  }

  private func check(_ step: Plan.Step, _ frame: FrameContext, _ state: inout State) {
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
    if let before = state.startedBefore, state.resting == StrategyWatch.restFrames {
      if state.book.count < before / 2 {
        report(
          .forgets,
          "\(before) items were started before all were stopped under one layout, \(state.book.count) are after it",
          &state)
      }
      state.startedBefore = nil
    }
  }

  /// Checks that started items are near at rest; while the scroll moves, or is about to move to a target, only their
  /// number.
  private func checkReach(_ frame: FrameContext, _ state: inout State) {
    let reach = frame.layout.viewportHeight.rawValue * StrategyWatch.screensMax
    let near = frame.items(above: reach, below: reach)
    if state.book.count > near.count + StrategyWatch.leftBehindMax {
      report(
        .releases, "\(state.book.count) items are started, \(StrategyWatch.screensMax) screens have \(near.count)",
        &state)
    } else if state.resting == StrategyWatch.restFrames && frame.target == nil {
      let far = state.book.count(outside: near)
      guard far > StrategyWatch.leftBehindMax else { return }
      report(
        .releases,
        "\(far) items are still started more than \(StrategyWatch.screensMax) screens away from what is shown",
        &state)
    }
  }

  /// Checks the bytes of started and visible items together, whenever something is started that no cell shows.
  private func checkBudget(_ frame: FrameContext, _ state: inout State) {
    guard let budget, state.book.count > 0, state.book.bytes > 0 else { return }
    let limit = budget.bytes(under: frame.layout, sizes: frame.sizes).rawValue
    var sum = state.book.bytes
    var startedVisible = 0
    for item in state.visible.lower..<state.visible.upper {
      if state.book.contains(item) {
        startedVisible += 1
      } else {
        sum += frame.bytes(of: ItemID(rawValue: item)).rawValue
      }
    }
    if sum > limit && startedVisible < state.book.count {
      report(
        .budget,
        "what is shown and started takes \(sum) bytes, the budget is \(limit), and "
          + "\(state.book.count - startedVisible) started items are on no cell", &state)
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
