public import LabBase
public import LabRecords

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
    /// Instructions, old and new; nil where they were not counted.
    public var instructions: InstructionEvidence?
    /// Where and how old and new part, in words; empty when they do not, or it is not known.
    public var parting: String
    /// The command that makes the cell again; the program's name comes first.
    public var reproduce: String
    /// Options that say where its baseline is; empty where that is the usual folder.
    public var baselineOptions: String

    public init(
      name: String, baseline: Baseline?, baselinePath: String, record: RunRecord, memoryRuns: [Int64],
      parting: String, reproduce: String, baselineOptions: String = ""
    ) {
      self.name = name
      self.baseline = baseline
      self.baselinePath = baselinePath
      self.record = record
      self.memoryRuns = memoryRuns
      self.parting = parting
      self.reproduce = reproduce
      self.baselineOptions = baselineOptions
    }

    /// Strategy and trace out of a cell's name: the name itself, unless other cells of the two are told apart by options.
    static func caseName(of name: String) -> String {
      guard let end = name.firstRange(of: " --")?.lowerBound else { return name }
      return String(name[..<end])
    }

    /// The command that makes the cell's baseline (`record`), or makes the new numbers it (`accept`).
    func baselineCommand(_ verb: String) -> String {
      let (program, words) = (reproduce.prefix { $0 != " " }, reproduce.drop { $0 != " " })
      let options = baselineOptions.isEmpty ? "" : " \(baselineOptions)"
      return "\(program) baseline \(verb)\(words)\(options)" + (verb == "accept" ? " --reason \"...\"" : "")
    }
  }

  public var cells: [Cell]
  public var latency: [LatencyEvidence]
  /// The limits that were in force, as they were read.
  public var limits: JSON
  public var created: String
  /// Why instructions were not counted; empty where they were, or nobody asked.
  public var instructionsLack: String

  public init(
    cells: [Cell], latency: [LatencyEvidence], limits: JSON, created: String, instructionsLack: String = ""
  ) {
    self.cells = cells
    self.latency = latency
    self.limits = limits
    self.created = created
    self.instructionsLack = instructionsLack
  }
}
