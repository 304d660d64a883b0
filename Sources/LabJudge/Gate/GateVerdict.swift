/// What a gate thinks of one row.
public enum GateVerdict: String, Sendable, CaseIterable {
  /// Better than the baseline: passes, with the hint to accept it.
  case improved
  case ok
  /// Different, but by no more than the measurement itself varies.
  case withinNoise = "within noise"
  case regressed = "REGRESSED"
  /// More measuring would decide.
  case inconclusive = "INCONCLUSIVE"
  /// Another library, trace, schema or codec, or the baseline lacks it: never green.
  case notComparable = "not comparable"
  /// Printed and not judged: a limit says so, or it is a tail of decode times.
  case notGated = "not gated"
}
