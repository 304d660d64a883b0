import CacheLab
public import LabRecords

/// The measurements of a gate run, old and new, from which verdicts are computed.
public struct GateEvidence: Sendable {
  /// One strategy on one trace.
  public struct Cell: Sendable {
    public var name: String
    public var baseline: Baseline?
    public var baselinePath: String
    /// The run's configuration, environment and deterministic metrics.
    public var record: RunRecord
    /// The resident bytes beyond the ledger in each run; empty if they were not measured.
    public var memoryRuns: [Int64]
    /// The instructions, or nil if they were not counted.
    public var instructions: (old: [InstructionKind: InstructionCount], new: [InstructionKind: InstructionCount])?
    /// A description of where old and new diverge; empty if they do not, or it is not known.
    public var parting: String
    /// The command line that repeats the cell.
    public var reproduce: String
    /// The options that name the folder of its baseline; empty for the default folder.
    public var baselineOptions = ""
    /// Notes to read before the figures.
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

    /// Returns the strategy and the trace in a cell's name, without options that tell it from other cells of the two.
    static func caseName(of name: String) -> String {
      name.firstRange(of: " --").map { String(name[..<$0.lowerBound]) } ?? name
    }

    /// Returns the command that records the cell's baseline, or accepts the new numbers as such.
    func baselineCommand(_ verb: String) -> String {
      let (program, words) = (reproduce.prefix { $0 != " " }, reproduce.drop { $0 != " " })
      let options = baselineOptions.isEmpty ? "" : " \(baselineOptions)"
      return "\(program) baseline \(verb)\(words)\(options)" + (verb == "accept" ? " --reason \"...\"" : "")
    }
  }

  public var cells: [Cell]
  public var latency: [LatencyEvidence]
  /// The reason why no instructions were counted; empty if they were, or were not requested.
  public var uncountedReason: String

  public init(cells: [Cell], latency: [LatencyEvidence] = [], uncountedReason: String = "") {
    (self.cells, self.latency, self.uncountedReason) = (cells, latency, uncountedReason)
  }
}
