import LabBase
public import LabJudge
public import LabRecords
import StrategyKit

/// All that a report is made of.
public struct ReportContent: Sendable {
  public var settings: [ReportSetting]
  /// Those that were drawn.
  public var pictures: [ReportPicture] = []
  /// The folder of their files, as the report names it.
  public var pictureFolder = ""
  public var player: PlayerData?
  /// What the report lacks, and the cure.
  public var missing: [String] = []
  /// What the traces of a pack came to; nil where there is no pack.
  public var fleet: SweepTable?
  /// What traces say of themselves, by name.
  public var traceTitles: [String: String] = [:]
  /// The command that made the report.
  public var command: String

  /// - Parameters:
  ///   - settings: one at least.
  ///   - command: as a person would write it.
  public init(settings: [ReportSetting], command: String) {
    self.settings = settings
    self.command = command
  }

  var records: [RunRecord] { settings.flatMap(\.matrix.records) }

  /// What the page is about: its question.
  var title: String {
    func names(_ all: [String], _ noun: String) -> String {
      (1...3).contains(all.count) ? NameList.text(all) : "\(all.count) \(noun)"
    }
    let matrix = settings[0].matrix
    let question = "keeps people waiting least"
    if let fleet {
      return "Which of \(fleet.plan.strategies.count) strategies \(question) over \(fleet.plan.crowd ?? "")?"
    }
    let traces = names(matrix.common.isEmpty ? matrix.traces : matrix.common, "traces")
    if matrix.compared.count == 1 { return "How often does \(matrix.compared[0]) keep people waiting on \(traces)?" }
    return "Which of \(names(matrix.compared, "strategies")) \(question) on \(traces)?"
  }

  /// The commands that run it all again, one a setting, way of measuring and set of traces.
  func commands(_ setting: ReportSetting) -> [String] {
    let matrix = setting.matrix
    let runs = matrix.strategies.flatMap { strategy in
      matrix.traces.compactMap { matrix.record(strategy, $0)?.wordsOfRun }.grouped(by: \.settings)
        .map { (strategy: strategy, way: [$0.members.map(\.trace), $0.key]) }
    }
    return runs.grouped(by: \.way).map { way, members in
      let words = members.flatMap { ["--strategy", $0.strategy] } + way[0].flatMap { ShellWords.option("trace", $0) }
      return ShellWords.line([ToolName.current] + words + way[1])
    }
  }
}

/// Records that differ in strategy and trace alone: what one table of a report compares.
public struct ReportSetting: Sendable {
  /// What they share, as words: `decode-12ms`, the library, the screen where flags gave one.
  public let name: String
  public let matrix: ReportMatrix

  /// Records by setting, the one with most records first.
  public static func groups(of records: [RunRecord]) -> [ReportSetting] {
    let groups = RunRecord.distinct(records).grouped { SettingValues($0) }
    let largest = groups.map(\.members.count).max() ?? 0
    let ordered = groups.filter { $0.members.count == largest } + groups.filter { $0.members.count != largest }
    let names = names(of: ordered.map(\.key))
    return zip(ordered, names).map { ReportSetting(name: $1, matrix: ReportMatrix($0.members)) }
  }

  /// Two settings never have one name: what the words leave out is told where it is the difference.
  private static func names(of settings: [SettingValues]) -> [String] {
    settings.map { setting in
      let alike = settings.filter { $0.text == setting.text }
      return ([setting.text] + setting.differences(from: alike, among: alike)).joined(separator: ", ")
    }
  }
}

extension RunRecord {
  /// What `lab-run` has to be told, beside the strategy, to run the same again: as the run was asked for; of a record that
  /// does not say it, what its configuration tells.
  fileprivate var wordsOfRun: RunWords {
    words
      ?? RunWords(
        trace: traceName, settings: RunSettings(configuration).words(decodes: configuration.decodes))
  }
}
