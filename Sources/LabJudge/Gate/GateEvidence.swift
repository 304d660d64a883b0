import CacheLab
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
      (self.record, self.memoryRuns, self.parting) = (record, memoryRuns, parting.visibleLines)
      (self.baseline, self.baselinePath) = (baseline, baselinePath.visible)
      (self.name, self.reproduce) = (name.visible, reproduce.visible)
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
  /// Why instructions were not counted; empty where they were, or nobody asked.
  public var instructionsLack: String

  public init(cells: [Cell], latency: [LatencyEvidence] = [], instructionsLack: String = "") {
    (self.cells, self.latency, self.instructionsLack) = (cells, latency, instructionsLack)
  }
}

extension GateEvidence {
  /// What github-action-benchmark reads with the tool `customSmallerIsBetter`: the metrics of which less is better, and
  /// the share of misses in place of the hit rate.
  public var benchmarkJSON: JSON {
    .array(
      cells.flatMap { cell in
        ExactFigure.all { cell.record.metric(named: $0) }.compactMap { figure -> JSON? in
          if figure.name == "hit-rate" { return GateEvidence.entry(cell, "miss-rate", figure.unit, 1 - figure.value) }
          return figure.better == .lower ? GateEvidence.entry(cell, figure.name, figure.unit, figure.value) : nil
        }
      })
  }

  private static func entry(_ cell: Cell, _ name: String, _ unit: Metric.Unit, _ value: Double) -> JSON {
    .object([
      "name": .string("\(cell.name) \(name)"), "unit": .string(unit.rawValue), "value": .number(value),
      "extra": .string(cell.reproduce),
    ])
  }
}
