import LabBase
public import LabJudge
import LabRecords

/// All that a report is made of.
public struct ReportContent: Sendable {
  public var settings: [ReportSetting]
  public var pictures: [ReportPicture] = []
  public var player: PlayerData?
  public var live: LivePage?
  /// What the report lacks, and the cure.
  public var missing: [String] = []
  /// What a merged fleet says; nil without one.
  public var fleet: FleetTable?
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

  /// What is compared, for the page's title.
  var title: String {
    func names(_ all: [String], _ noun: String) -> String {
      switch all.count {
      case 1: all[0]
      case 2...4: all.dropLast().joined(separator: ", ") + " and " + all[all.count - 1]
      default: "\(all.count) \(noun)"
      }
    }
    let matrix = settings[0].matrix
    let traces = matrix.common.isEmpty ? matrix.traces : matrix.common
    return "\(names(matrix.compared, "strategies")) on \(names(traces, "traces"))"
  }

  /// The commands that run it all again, one a setting, way of measuring and set of traces.
  func commands(_ setting: ReportSetting) -> [String] {
    let runs = setting.matrix.strategies.flatMap { strategy in
      ways(of: strategy, setting.matrix).map { (strategy: strategy, way: $0) }
    }
    return runs.grouped(by: \.way).map { way, members in
      let words = members.flatMap { ["--strategy", $0.strategy] } + way.traces.flatMap { ["--trace", $0] }
      return ShellWords.line([ToolName.current] + words + way.settings)
    }
  }

  /// Traces that are run in one way.
  private struct Way: Hashable {
    var settings: [String]
    var traces: [String]
  }

  /// A strategy's traces by the words that run them.
  private func ways(of strategy: String, _ matrix: ReportMatrix) -> [Way] {
    matrix.traces.compactMap { matrix.record(strategy, $0).map(RecordWords.words) }.grouped(by: \.settings)
      .map { Way(settings: $0.key, traces: $0.members.map(\.trace)) }
  }
}
