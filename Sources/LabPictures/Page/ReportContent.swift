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
    var groups: [(key: [String], strategies: [String], traces: [String])] = []
    for strategy in setting.matrix.strategies {
      for (settings, traces) in ways(of: strategy, setting.matrix) {
        let key = settings + ["\n"] + traces
        if let index = groups.firstIndex(where: { $0.key == key }) {
          groups[index].strategies.append(strategy)
        } else {
          groups.append((key, [strategy], traces))
        }
      }
    }
    return groups.map { group in
      let words = group.strategies.flatMap { ["--strategy", $0] } + group.traces.flatMap { ["--trace", $0] }
      return ShellWords.line([ToolName.current] + words + group.key.prefix { $0 != "\n" })
    }
  }

  /// A strategy's traces by the words that run them.
  private func ways(of strategy: String, _ matrix: ReportMatrix) -> [(settings: [String], traces: [String])] {
    var ways: [(settings: [String], traces: [String])] = []
    for trace in matrix.traces {
      guard let record = matrix.record(strategy, trace) else { continue }
      let words = RecordWords.words(of: record)
      if let index = ways.firstIndex(where: { $0.settings == words.settings }) {
        ways[index].traces.append(words.trace)
      } else {
        ways.append((words.settings, [words.trace]))
      }
    }
    return ways
  }
}
