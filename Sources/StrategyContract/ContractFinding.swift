/// A rule that a strategy broke, or that could not be checked here.
public struct ContractFinding: Sendable, CustomStringConvertible {
  public let rule: ContractRule
  /// The strategy as it is written, parameters included.
  public let strategy: String
  /// The trace of `ContractTrace.all` on which it was found.
  public let trace: String
  /// The frame, counted from 0, at which it was found first; nil when no single frame is to blame.
  public let frame: Int?
  /// What was found, with the value that is wrong.
  public let value: String
  /// How often on this trace.
  public internal(set) var count = 1
  /// False when the rule was not checked, and `value` says why.
  public let isChecked: Bool

  init(
    rule: ContractRule, strategy: String, trace: String, frame: Int?, value: String, isChecked: Bool = true
  ) {
    self.rule = rule
    self.strategy = strategy
    self.trace = trace
    self.frame = frame
    self.value = value
    self.isChecked = isChecked
  }

  public var description: String {
    let place = "on \(trace)" + (frame.map { " at frame \($0)" } ?? "")
    guard isChecked else { return "\(strategy) \(place): \(rule.rawValue) was not checked: \(value)" }
    let times = count > 1 ? " (\(count) times)" : ""
    return "\(strategy) breaks \(rule.rawValue) \(place): \(value)\(times); cure: \(rule.cure)"
  }
}
