public import CacheLab

/// How far virtual time is from the wall clock, for one strategy on one trace.
public struct Validation: Sendable {
  public let strategy: String
  public let trace: String
  public let rows: [ValidationRow]
  public let assumptions: [ValidationAssumption]

  /// True when every bound holds.
  public var holds: Bool { rows.allSatisfy(\.holds) }

  /// What to think of it.
  public enum Verdict: Sendable {
    case agrees
    /// A bound is passed, and so is the limit of an assumption: this machine could not show what virtual time says.
    case unfit
    /// A bound is passed though every assumption that was looked at holds.
    case disagrees
  }

  public var verdict: Verdict {
    if holds { return .agrees }
    return assumptions.allSatisfy(\.holds) ? .disagrees : .unfit
  }

  /// - Parameters:
  ///   - virtual: the replay in virtual time.
  ///   - rounds: replays of the same on the wall clock, at least one.
  ///   - othersShare: the share of the machine that others took meanwhile; nil where the system does not say.
  public init(
    strategy: String, trace: String, virtual: RunFacts, rounds: [RunFacts], pace: RealTimePace, othersShare: Double?
  ) {
    precondition(!rounds.isEmpty, "the wall clock ran at least once")
    self.strategy = strategy
    self.trace = trace
    rows = Validation.rows(virtual, rounds)
    assumptions = Validation.assumptions(virtual, rounds, pace) + [Validation.isolation(othersShare)].compactMap { $0 }
  }
}
