import CacheLab
public import LabRecords

/// All that a gate measured, old and new, before it judged: verdicts are a pure function of it and of the limits.
public struct GateEvidence: Sendable {
  /// One strategy on one trace.
  public struct Cell: Sendable {
    public var name: String
    public var baseline: Baseline?
    public var baselinePath: String
    /// The run's configuration, environment and deterministic metrics.
    public var record: RunRecord
    /// Resident memory beyond the ledger of each run, bytes; empty where it was not measured.
    public var memoryRuns: [Int64]
    /// Instructions; nil where they were not counted.
    public var instructions: (old: [InstructionKind: InstructionCount], new: [InstructionKind: InstructionCount])?
    /// The place where old and new part, in words; empty when they do not, or it is not known.
    public var parting: String
    /// The command that makes the cell again; the program's name comes first.
    public var reproduce: String
    /// Options that say where its baseline is; empty where that is the usual folder.
    public var baselineOptions = ""
    /// Sentences to read before the figures.
    public var notes: [String] = []

    public init(
      name: String, baseline: Baseline?, baselinePath: String, record: RunRecord, memoryRuns: [Int64],
      parting: String, reproduce: String
    ) {
      (self.record, self.memoryRuns, self.parting) = (record, memoryRuns, parting.visibleLines)
      (self.baseline, self.baselinePath) = (baseline, baselinePath.visible)
      (self.name, self.reproduce) = (name.visible, reproduce.visible)
    }

    /// The notes and the changed parameters: `height was 2, is 9/4`.
    var parameters: [String] { notes + (baseline?.differences(from: record).parameters ?? []) }

    /// Strategy and trace out of a cell's name: the name itself, unless other cells of the two are told apart by options.
    static func caseName(of name: String) -> String {
      name.firstRange(of: " --").map { String(name[..<$0.lowerBound]) } ?? name
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
  /// The reason why no instructions were counted; empty if they were, or were not asked for.
  public var instructionsLack: String

  public init(cells: [Cell], latency: [LatencyEvidence] = [], instructionsLack: String = "") {
    (self.cells, self.latency, self.instructionsLack) = (cells, latency, instructionsLack)
  }
}
