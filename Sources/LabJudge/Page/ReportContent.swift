import CacheLab
public import LabRecords

/// The content of a report.
public struct ReportContent: Sendable {
  public var settings: [ReportSetting]
  /// The drawn pictures.
  public var pictures: [ReportPicture] = []
  /// The folder of the pictures' files, as the report names it.
  public var pictureFolder = ""
  public var player: PlayerData?
  /// Descriptions of what the report lacks, each with its cure.
  public var missing: [String] = []
  /// The results over the traces of a pack, or nil without a pack.
  public var fleet: SweepTable?
  /// The titles of traces, by name.
  public var traceTitles: [String: String] = [:]
  /// The command that made the report.
  public var command: String

  /// - Parameters:
  ///   - settings: At least one setting.
  ///   - command: The command that makes the report.
  public init(settings: [ReportSetting], command: String) {
    self.settings = settings
    self.command = command
  }

  var records: [RunRecord] { settings.flatMap(\.matrix.records) }

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
    if matrix.strategies.count == 1 {
      return "How often does \(matrix.strategies[0]) keep people waiting on \(traces)?"
    }
    return "Which of \(names(matrix.strategies, "strategies")) \(question) on \(traces)?"
  }

  /// Returns the commands that repeat the runs: one for each way of measuring and set of traces.
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

/// Records that differ only in strategy and trace, which one table compares.
public struct ReportSetting: Sendable {
  /// The shared settings in words: `decode-12ms`, the library, the screen if flags gave one.
  public let name: String
  public let matrix: ReportMatrix

  /// Groups records by setting, the setting with the most records first.
  public static func groups(of records: [RunRecord]) -> [ReportSetting] {
    let groups = RunRecord.distinct(records).grouped { SettingValues($0) }
    let largest = groups.map(\.members.count).max() ?? 0
    let ordered = groups.filter { $0.members.count == largest } + groups.filter { $0.members.count != largest }
    let names = names(of: ordered.map(\.key))
    return zip(ordered, names).map { ReportSetting(name: $1, matrix: ReportMatrix($0.members)) }
  }

  /// Returns a distinct name for each setting: settings with the same text add their differences.
  private static func names(of settings: [SettingValues]) -> [String] {
    settings.map { setting in
      let alike = settings.filter { $0.text == setting.text }
      return ([setting.text] + setting.differences(from: alike)).joined(separator: ", ")
    }
  }
}

extension RunRecord {
  /// The words of a command line that repeat the run, besides the strategy; computed from the configuration if the
  /// record has no command.
  fileprivate var wordsOfRun: RunWords {
    words
      ?? RunWords(
        trace: traceName, settings: RunSettings(configuration).words(decodes: configuration.decodes))
  }
}
