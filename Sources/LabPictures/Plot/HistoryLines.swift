import LabBase
import LabRecords

/// The lines of a history: a strategy on a trace in a setting each.
struct HistoryLines {
  struct Line {
    let strategy: String
    let trace: String
    /// What its setting differs in from that of most records; empty for these.
    let setting: String
    /// In the order of time.
    let records: [RunRecord]

    func name(withTrace: Bool) -> String {
      [strategy, withTrace ? trace : "", setting].filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// By name.
  let lines: [Line]
  /// Places across, in the order in which they came.
  let places: [String]
  /// Lines that are not among them, for a picture shows so many.
  let leftOut: Int

  /// More lines cannot be told apart.
  static let linesMax = 24

  /// - Parameter records: with distinct names of traces.
  init(_ records: [RunRecord], _ axis: HistoryAxis) {
    struct Key: Hashable {
      var strategy: String
      var trace: String
      var setting: SettingValues
    }
    let ordered = records.enumerated().sorted {
      ($0.element.created ?? "", $0.offset) < ($1.element.created ?? "", $1.offset)
    }
    .map(\.element)
    let words = HistoryLines.words(ordered.map { SettingValues($0) })
    func key(_ record: RunRecord) -> Key {
      Key(strategy: record.strategy, trace: record.trace, setting: SettingValues(record))
    }
    let groups = ordered.grouped(by: key)
    let lines = groups.map {
      Line(strategy: $0.key.strategy, trace: $0.key.trace, setting: words[$0.key.setting] ?? "", records: $0.members)
    }
    let ranks = lines.indices.map { index -> (places: Int, last: String) in
      (Set(lines[index].records.map { axis.place(of: $0) }).count, lines[index].records.last?.created ?? "")
    }
    let longest = lines.indices.sorted { one, two in
      (ranks[two].places, ranks[two].last, one) < (ranks[one].places, ranks[one].last, two)
    }.prefix(HistoryLines.linesMax)
    self.lines = longest.map { lines[$0] }.sorted { $0.name(withTrace: true) < $1.name(withTrace: true) }
    leftOut = lines.count - self.lines.count
    let shown = Set(longest.map { groups[$0].key })
    places = ordered.filter { shown.contains(key($0)) }.map { axis.place(of: $0) }.unique
  }

  /// For each setting the parts in which it is not as most are.
  private static func words(_ all: [SettingValues]) -> [SettingValues: String] {
    let groups = all.grouped { $0 }
    let most = groups.map(\.members.count).max() ?? 0
    guard let usual = groups.first(where: { $0.members.count == most })?.key else { return [:] }
    let settings = groups.map(\.key)
    return Dictionary(
      uniqueKeysWithValues: settings.map { setting in
        let parts = SettingValues.differences([usual, setting])
        return (setting, parts.map { "\($0.name)=\(setting.value($0.name, among: settings))" }.joined(separator: ", "))
      })
  }
}
