import CacheLab

/// A judged row of a gate: a metric of a cell, old against new.
public struct GateRow: Sendable {
  /// The way of judging: counts by equality, resident memory beyond the ledger by bytes, instructions by their growth,
  /// decode times by statistics over pairs.
  public enum Kind: String, Sendable { case exact, memory, instructions, latency }

  /// The cell's name: strategy and trace.
  public let cell: String
  public let kind: Kind
  /// The id of the figure: `time-to-image-p95`.
  public let metric: String
  /// The values with units; empty if there is none.
  public private(set) var old = ""
  public private(set) var new = ""
  /// The difference for people: `+4.6%`, `=`, `~`.
  public private(set) var change = ""
  /// The limit as its file has it: `=`, `3%|30MB`.
  public private(set) var limit = ""
  public let verdict: GateVerdict
  /// The reason for the verdict, or what would decide it, on one or several lines.
  public var detail = ""
  /// The values of an exact row that has both.
  private(set) var figures: (old: ExactFigure, new: ExactFigure)?

  /// The share by which the value got worse; negative if it got better.
  var growth: Double {
    guard let (old, new) = figures else { return 0 }
    let difference = new.better == .higher ? old.value - new.value : new.value - old.value
    return difference == 0 ? 0 : difference / max(old.value.magnitude, .leastNormalMagnitude)
  }

  /// True if the old and the new value differ by more than noise.
  var hasMoved: Bool { !old.isEmpty && !new.isEmpty && old != new && verdict != .withinNoise && verdict != .notGated }

  /// The change, `34.7 -> 36.8 MB (+5.9%)`; for a share only its points.
  var move: String {
    if change.hasSuffix(" pt") { return change }
    let unit = new.firstIndex(of: " ").map { new[$0...] } ?? ""
    let before = old.hasSuffix(unit) ? String(old.dropLast(unit.count)) : old
    return "\(before) -> \(new)" + (change.isEmpty ? "" : " (\(change))")
  }

  var message: String { "\(verdict.rawValue): \(old) -> \(new) \(change) (limit \(limit))" }
}

/// The judgement of a row.
public enum GateVerdict: String, Sendable, CaseIterable {
  /// Better than the baseline: passes with the hint to accept it.
  case improved
  case ok
  /// Another value of a metric without a better direction: passes.
  case changed
  /// The difference is within noise.
  case withinNoise = "within noise"
  case regressed = "REGRESSED"
  /// More measurements are needed to decide.
  case inconclusive = "INCONCLUSIVE"
  /// Another library, trace, schema or codec, or no value in the baseline: never passes.
  case notComparable = "not comparable"
  /// Printed and, because of its limit, not judged.
  case notGated = "not gated"

  /// True if the row got worse, or may have: such rows are shown first.
  var isOpenOrWorse: Bool { isFailure || self == .inconclusive }

  var isFailure: Bool { self == .regressed || self == .notComparable }
}
