import CacheLab
import LabMeasure
import LabJudge
import LabRecords
import LabSystem
import StrategyKit

/// The files that pictures are made from: event files, records, and folders of records.
struct PlotInput {
  let paths: [String]

  /// Event files; records among them are left to `records`.
  func timelines() throws -> [EventTimeline] {
    let events = try paths.filter { try isEventFile($0) }
    guard !events.isEmpty else {
      throw UsageError(
        "\(paths.joined(separator: ", ")): no event file among them (\(ToolName.current) --events FILE writes one)")
    }
    return EventTimeline.distinct(try events.map { try EventTimeline(EventReader(path: $0)) })
  }

  /// Records, those of folders in the order of their names; event files are left to `timelines`.
  func records() throws -> [RunRecord] {
    try paths.flatMap { path -> [RunRecord] in
      if try Paths.isFolder(path) {
        let names = try RecordStore(directory: path).names()
        if names.isEmpty { throw LabError("\(path) holds no records: name the folder that --out named, or files") }
        return try names.map { try record("\(path)/\($0)") }
      }
      return try isEventFile(path) ? [] : [try record(path)]
    }
  }

  /// One record for each strategy and trace, all of one setting; says what was set aside for that.
  ///
  /// - Throws: `UsageError` when no setting has more than half of them.
  func comparableRecords(_ choices: [SettingChoice]) throws -> [RunRecord] {
    do {
      let comparable = try ComparableRecords(try records(), choices: choices)
      for text in comparable.aside { Terminal.error("set aside: \(text)") }
      return comparable.records
    } catch let mixed as RecordMismatch {
      throw UsageError("\(mixed)")
    }
  }

  /// Whether a record is of the very replay that an event file tells.
  static func isSameReplay(_ record: RunRecord, _ replay: EventTimeline) -> Bool {
    func replayed(_ configuration: RunConfiguration) -> JSON {
      .object((configuration.json.object ?? [:]).filter { !["events", "decode"].contains($0.key) })
    }
    return replayed(record.configuration) == replayed(replay.configuration)
  }

  private func record(_ path: String) throws -> RunRecord {
    guard let record = try RunRecord.read(path) else { throw missing(path) }
    return record
  }

  private func isEventFile(_ path: String) throws -> Bool {
    guard try Paths.exists(path) else { throw missing(path) }
    return try EventReader.isEventFile(path)
  }

  private func missing(_ path: String) -> LabError {
    LabError("there is no \(path): name an event file, a record or a folder of records")
  }
}

/// What pictures are made from where no files are: runs in virtual time and this process, measured ones in processes of
/// their own.
extension [PlannedRun] {
  func records() throws -> [RunRecord] { RunRecord.distinct(try map { try $0.record() }) }

  func timelines() throws -> [EventTimeline] { EventTimeline.distinct(map { $0.timeline() }) }

  /// The same runs with real decodes, one after the other.
  func measuredRecords() throws -> [RunRecord] {
    var records: [RunRecord] = []
    defer { Terminal.clearProgress() }
    for run in self {
      Terminal.progress("measuring \(run.strategy.shortText) on \(run.prepared.traceName)")
      records.append(try run.recordOfChild(decodes: true))
    }
    return RunRecord.distinct(records)
  }
}

extension PreparedRun {
  /// Hit rates of strategies that have a budget, over budgets that suit the trace.
  func budgets(_ strategies: [StrategySpec], for set: WorkingSet) throws -> [BudgetPoint] {
    try strategies.flatMap { strategy in
      try BudgetPoint.budgets(for: set).map { budget in
        var words = StrategyWords(strategy.canonicalText)
        guard words.setBudgets(to: "\(budget)B") else {
          throw UsageError(
            "'\(strategy.shortText)' has no budget: name one that has, lru for example "
              + "(\(ToolName.current) list strategies)")
        }
        let spec = try StrategySpec(words.text, registry: KnownStrategies.all)
        let facts = RunFacts(tally: try PlannedRun(prepared: self, strategy: spec).tally())
        let rate = Metric.warmHitRate.value(of: facts).number ?? 0
        return BudgetPoint(strategy: strategy.shortText, budget: budget, hitRate: rate)
      }
    }
  }
}

extension RunRecord {
  /// Whether it is of one of some strategies and traces; of any where none is named, or all are.
  func isOf(_ strategies: [String], on traces: [String]) -> Bool {
    func has(_ names: [String], _ own: [String]) -> Bool {
      names.isEmpty || names.contains { (["all"] + own).contains($0) }
    }
    return has(strategies, [strategy]) && has(traces, [trace, traceName, traceIdentity])
  }
}
