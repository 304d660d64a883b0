import StrategyKit
import Synchronization

/// What was seen of one strategy in one replay. The strategy itself is a value inside the replay; this is what it shares
/// with whoever asked for the replay.
final class StrategyWatch: Sendable {
  /// What to look at besides the rules that always hold.
  enum Task: Equatable, Sendable {
    /// The plans alone.
    case plans
    /// From this frame on a copy goes through the same events.
    case copy(from: Int)
    /// From this frame on nothing may be allocated.
    case allocations(from: Int)
  }

  struct State {
    var frame = -1
    var findings: [ContractFinding] = []
    var book: PlanBook
    var digest = RunningDigest()
    /// The digest before the frame from which a copy goes along.
    var firstHalf = RunningDigest()
    /// Bitmaps of the layout in force that are held.
    var held: ContiguousArray<Int32> = []
    var visible = ItemRange.empty
    var lastOffset: Int64?
    /// Frames in a row that showed the same offset.
    var resting = 0
    /// The same since something else happened that a strategy may answer.
    var undisturbed = 0
    /// Items started at rest before the last layout change; nil when the next rest need not have any.
    var startedBefore: Int?
  }

  let strategy: String
  let trace: ContractTrace
  let task: Task
  /// What the strategy declares; nil without.
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
  var digest: RunningDigest { state.withLock { $0.digest } }
  var firstHalf: RunningDigest { state.withLock { $0.firstHalf } }

  /// True while allocations count.
  var countsAllocations: Bool {
    guard case .allocations(let first) = task else { return false }
    return state.withLock { $0.frame >= first }
  }

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

  /// Adds what the heap gave since `before`.
  func countAllocations(since before: UInt64, in call: String) {
    let made = AllocationCounter.now - before
    if made == 0 { return }
    state.withLock { state in
      report(.noAllocation, "\(made) allocations in \(call) once it was warm", &state)
    }
  }
}
