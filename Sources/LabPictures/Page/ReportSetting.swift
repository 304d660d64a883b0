import LabBase
public import LabRecords

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
      let rest = SettingValues.differences(alike).map { "\($0.name) \(setting.value($0.name, among: alike))" }
      return ([setting.text] + rest).joined(separator: ", ")
    }
  }
}
