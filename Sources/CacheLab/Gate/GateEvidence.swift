/// All that a gate measured, old and new, before it judged: verdicts are a pure function of it and of the limits.
public struct GateEvidence: Sendable {
  /// One strategy on one trace.
  public struct Cell: Sendable {
    public var name: String
    /// Nil when there is none for the cell.
    public var baseline: Baseline?
    public var baselinePath: String
    /// The run's configuration, environment and deterministic metrics.
    public var record: RunRecord
    /// Resident memory beyond the ledger of each run, bytes; empty where it was not measured.
    public var memoryRuns: [Int64]
    /// Where and how old and new part, in words; empty when they do not, or it is not known.
    public var parting: String
    /// The command that makes the cell again.
    public var reproduce: String

    public init(
      name: String, baseline: Baseline?, baselinePath: String, record: RunRecord, memoryRuns: [Int64], parting: String,
      reproduce: String
    ) {
      self.name = name
      self.baseline = baseline
      self.baselinePath = baselinePath
      self.record = record
      self.memoryRuns = memoryRuns
      self.parting = parting
      self.reproduce = reproduce
    }
  }

  public var cells: [Cell]
  public var latency: [LatencyEvidence]
  /// The limits that were in force, as they were read.
  public var limits: JSON
  public var created: String

  public init(cells: [Cell], latency: [LatencyEvidence], limits: JSON, created: String) {
    self.cells = cells
    self.latency = latency
    self.limits = limits
    self.created = created
  }
}
