import CacheLab
import LabLibrary
import LabJudge
import LabRecords
import LabSystem
import StrategyKit

/// The input files of pictures: event files, and files of runs or folders of these.
enum PlottedFiles {
  static func timelines(_ paths: [String]) throws -> [EventTimeline] {
    let events = try paths.filter(isEventFile)
    guard !events.isEmpty else {
      throw UsageError(
        "\(paths.joined(separator: ", ")): no event file among them (\(ToolName.current) --events FILE writes one)")
    }
    return EventTimeline.distinct(try events.map { try EventTimeline(EventReader(path: $0)) })
  }

  static func records(_ paths: [String]) throws -> [RunRecord] {
    try paths.filter { try !isEventFile($0) }.flatMap { try RunFile.records(at: $0) }
  }

  /// Returns whether a run and an event file are of the same replay.
  static func isSameReplay(_ record: RunRecord, _ replay: EventTimeline) -> Bool {
    func replayed(_ configuration: RunConfiguration) -> JSON {
      .object((configuration.json.object ?? [:]).filter { !["events", "decode"].contains($0.key) })
    }
    return replayed(record.configuration) == replayed(replay.configuration)
  }

  private static func isEventFile(_ path: String) throws -> Bool {
    guard try Paths.exists(path) else {
      throw LabError("there is no \(path): name an event file, a file of runs or a folder of these")
    }
    return try !Paths.isFolder(path) && EventReader.isEventFile(path)
  }
}

/// Replays for pictures: in virtual time in this process, measured ones in processes of their own.
extension [PlannedRun] {
  func records() throws -> [RunRecord] { RunRecord.distinct(try map { try $0.record() }) }

  func timelines() throws -> [EventTimeline] { EventTimeline.distinct(map { $0.timeline() }) }

  /// Returns the records of the runs with real decodes, made one after the other.
  func measuredRecords() throws -> [RunRecord] {
    var records: [RunRecord] = []
    defer { Terminal.clearProgress() }
    for run in self {
      Terminal.progress("measuring \(run.title)")
      records.append(try run.recordOfChild(decodes: true))
    }
    return RunRecord.distinct(records)
  }
}

extension PreparedRun {
  /// Returns the hit rates of strategies with a budget, over budgets around the trace's working set.
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
