import LabBase

/// The records of one setting among many: what may stand in one picture.
public struct ComparableRecords: Sendable {
  /// One record for each strategy and trace, traces of one name told apart.
  public let records: [RunRecord]
  /// What was left out, in words, each with how many records it is.
  public let aside: [String]

  /// - Parameters:
  ///   - records: oldest first.
  ///   - choices: what the setting's parts must be, `cells=keep`, as `SettingValues` words them.
  /// - Throws: `MixedSettings` when no setting has more than half of the records.
  public init(_ records: [RunRecord], choices: [SettingChoice] = []) throws(MixedSettings) {
    let all = RecordChoice.latest(RunRecord.distinct(records))
    let settings = all.map { SettingValues($0) }
    for choice in choices where !settings.contains(where: { choice.fits($0, among: settings) }) {
      throw .noneChosen(choice, values: SettingValues.values(choice.name, among: settings))
    }
    let chosen = zip(all, settings).filter { pair in choices.allSatisfy { $0.fits(pair.1, among: settings) } }
    let groups = chosen.grouped { $0.1 }.map { (setting: $0.key, records: $0.members.map(\.0)) }
    let kinds = groups.map(\.setting)
    guard let largest = groups.first(where: { 2 * $0.records.count > chosen.count }) else {
      if chosen.isEmpty {
        self.records = []
        aside = []
        return
      }
      throw .several(kinds.count, SettingValues.differences(kinds))
    }
    self.records = largest.records
    aside = groups.filter { $0.setting != largest.setting }.map { group in
      let words = SettingValues.differences([largest.setting, group.setting]).map { part in
        "\(part.name)=\(group.setting.value(part.name, among: kinds))"
      }
      return "\(NumberText.count(group.records.count, "record")) of another setting (\(words.joined(separator: "; ")))"
    }
  }
}
