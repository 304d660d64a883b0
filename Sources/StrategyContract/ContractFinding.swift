/// A rule that a strategy broke, or that could not be checked here.
public struct ContractFinding: Sendable, CustomStringConvertible {
  public let rule: ContractRule
  /// The strategy as it is written, parameters included.
  public let strategy: String
  /// The trace of `ContractTrace.all` on which it was found.
  public let trace: String
  /// The first frame of the finding, counted from 0; nil if no single frame is to blame.
  public let frame: Int?
  /// The finding, with the wrong value.
  public let value: String
  /// The number of occurrences on this trace.
  public internal(set) var count = 1
  /// True if the rule was checked; if not, `value` has the reason.
  public internal(set) var isChecked = true

  public var description: String {
    let place = "on \(trace)" + (frame.map { " at frame \($0)" } ?? "")
    guard isChecked else { return "\(strategy) \(place): \(rule.rawValue) was not checked: \(value)" }
    let times = count > 1 ? " (\(count) times)" : ""
    return "\(strategy) breaks \(rule.rawValue) \(place): \(value)\(times); cure: \(rule.cure)"
  }
}

/// The rules that every strategy must keep.
public enum ContractRule: String, CaseIterable, Sendable {
  /// Plans name items of the grid.
  case inGrid = "in-grid"
  /// Started items are stopped once the scroll has left them.
  case releases
  /// A resting scroll leads to no more plans.
  case rests
  /// After a layout change, and when it resumes after a memory warning, a strategy starts anew: everything has been
  /// stopped.
  case forgets
  /// A strategy exceeds its declared budget only for what cells show or wait for.
  case budget
  /// A ranking strategy names queued jobs.
  case queuedJobs = "queued-jobs"
  /// A victim is held, and no cell shows it; with an eviction policy it is not started either.
  case heldVictims = "held-victims"
  /// Once warm, a frame allocates nothing.
  case noAllocation = "no-allocation"
  /// The same events lead to the same plans.
  case deterministic
  /// A copy is a value of its own and continues as the original does.
  case copies

  /// The cure.
  public var cure: String {
    switch self {
    case .inGrid:
      "take ranges from layout.items(overlapping:) or items(inRows:), which end at the grid's ends, and forget in "
        + "layoutChanged what belongs to the old grid"
    case .releases: "remember the range that is started, and plan.stop(old, except: new) when it moves"
    case .rests: "remember what is started and write only what changed"
    case .forgets: "clear in layoutChanged, and in resumed if you write it, what you remember as started"
    case .budget:
      "ask frame.bytes(of:) before a start, and name in victim(for:) what no cell shows until nothing else is held"
    case .queuedJobs: "in nextJob, name only items whose jobs.state(of:) is .queued"
    case .heldVictims:
      "in victim, name only items whose jobs.state(of:) is .kept (eviction policy: a held slot for which canGo is true)"
    case .noAllocation:
      "keep arrays between frames, empty them with removeAll(keepingCapacity: true), and pass closures that do not escape"
    case .deterministic:
      "no clock, no randomness, no iteration over a Set or Dictionary, nothing shared between two values"
    case .copies: "keep all state in the struct itself: no class, no static variable"
    }
  }
}
