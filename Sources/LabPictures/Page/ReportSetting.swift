public import LabRecords

/// Records that differ in strategy and trace alone: what one table of a report compares.
public struct ReportSetting: Sendable {
  /// What they share, as words: `decode-12ms`, the library, the screen where flags gave one.
  public let name: String
  public let matrix: ReportMatrix

  /// Records by setting, the one with most records first.
  public static func groups(of records: [RunRecord]) -> [ReportSetting] {
    var groups: [(setting: SettingValues, records: [RunRecord])] = []
    for record in RunRecord.distinct(records) {
      let setting = SettingValues(record)
      if let index = groups.firstIndex(where: { $0.setting == setting }) {
        groups[index].records.append(record)
      } else {
        groups.append((setting, [record]))
      }
    }
    let largest = groups.map(\.records.count).max() ?? 0
    let ordered = groups.filter { $0.records.count == largest } + groups.filter { $0.records.count != largest }
    let names = names(of: ordered.map(\.setting))
    return zip(ordered, names).map { ReportSetting(name: $1, matrix: ReportMatrix($0.records)) }
  }

  /// Two settings never have one name: what the words leave out is told where it is the difference.
  private static func names(of settings: [SettingValues]) -> [String] {
    settings.map { setting in
      let alike = settings.filter { $0.text == setting.text }
      let rest = SettingValues.differences(alike).map { "\($0.name) \(setting.value($0.name, among: alike))" }
      return ([setting.text] + rest).joined(separator: ", ")
    }
  }
}
