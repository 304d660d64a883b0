import CacheLab

/// One judged line of a gate: a metric of a cell, old against new.
public struct GateRow: Sendable {
  /// The way of judging: counts by equality, resident memory beyond the ledger by bytes, instructions by how many a count
  /// may gain, decode times by statistics over pairs.
  public enum Kind: String, Sendable { case exact, memory, instructions, latency }

  /// Strategy and trace, as people name the cell.
  public let cell: String
  public let kind: Kind
  /// The metric's id with the figure that was taken of it: `time-to-image-p95`.
  public let metric: String
  /// Texts with units; empty where there is no value.
  public private(set) var old = ""
  public private(set) var new = ""
  /// The difference for people: `+4.6%`, `=`, `~`.
  public private(set) var change = ""
  /// The limit as it was written: `=`, `3%|30MB`.
  public private(set) var limit = ""
  public let verdict: GateVerdict
  /// The reason, or what would decide; may be several lines.
  public var detail = ""
  /// The numbers behind the texts, where it is exact and there are two.
  private(set) var figures: (old: ExactFigure, new: ExactFigure)?

  /// The share by which the value is worse than it was, for people; below 0 where it is better.
  var growth: Double {
    guard let (old, new) = figures else { return 0 }
    let difference = new.better == .higher ? old.value - new.value : new.value - old.value
    return difference == 0 ? 0 : difference / max(old.value.magnitude, .leastNormalMagnitude)
  }

  /// True if there is an old value and a new one, and they differ by more than measuring itself varies.
  var hasMoved: Bool { !old.isEmpty && !new.isEmpty && old != new && verdict != .withinNoise && verdict != .notGated }

  /// `34.7 -> 36.8 MB (+5.9%)`; of a share its points alone.
  var move: String {
    if change.hasSuffix(" pt") { return change }
    let unit = new.firstIndex(of: " ").map { new[$0...] } ?? ""
    let before = old.hasSuffix(unit) ? String(old.dropLast(unit.count)) : old
    return "\(before) -> \(new)" + (change.isEmpty ? "" : " (\(change))")
  }

  /// `REGRESSED: 34.7 MB -> 36.8 MB +5.9% (limit =)`
  var message: String { "\(verdict.rawValue): \(old) -> \(new) \(change) (limit \(limit))" }
}

/// The judgement of a row.
public enum GateVerdict: String, Sendable, CaseIterable {
  /// Better than the baseline: passes, with the hint to accept it.
  case improved
  case ok
  /// Another value of what has no better direction: passes.
  case changed
  /// Different, but by no more than the measurement itself varies.
  case withinNoise = "within noise"
  case regressed = "REGRESSED"
  /// More measuring would decide.
  case inconclusive = "INCONCLUSIVE"
  /// Another library, trace, schema or codec, or the baseline lacks it: never green.
  case notComparable = "not comparable"
  /// Printed and not judged: a limit says so.
  case notGated = "not gated"

  /// True for what is shown before all else: it got worse, or that is not known.
  var isOpenOrWorse: Bool { isFailure || self == .inconclusive }

  var isFailure: Bool { self == .regressed || self == .notComparable }
}
