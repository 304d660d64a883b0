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
