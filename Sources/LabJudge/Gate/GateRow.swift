/// One judged line of a gate: a metric of a cell, old against new.
public struct GateRow: Hashable, Sendable {
  /// How a row is judged.
  public enum Kind: String, Sendable {
    /// Counted: by equality.
    case exact
    /// Resident memory beyond the ledger.
    case memory
    /// Instructions of decodes and frames, by how many a count may gain.
    case instructions
    /// Decode time, by statistics over pairs.
    case latency
  }

  /// Strategy and trace, as people name the cell.
  public let cell: String
  public let kind: Kind
  /// The metric's id with the figure that was taken of it: `time-to-image-p95`.
  public let metric: String
  /// Texts with units; empty where there is no value.
  public let old: String
  public let new: String
  /// The difference for people: `+4.6%`, `=`, `~`.
  public let change: String
  /// What was allowed: `=`, `3%|30MB`.
  public let limit: String
  public let verdict: GateVerdict
  /// Why, or what would decide; may be several lines.
  public var detail = ""

  /// It with a sentence more.
  func adding(_ sentence: String) -> GateRow {
    var row = self
    row.detail += "; \(sentence)"
    return row
  }
}
