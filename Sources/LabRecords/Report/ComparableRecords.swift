import CacheLab

/// The records of one setting among many: what may stand in one picture.
public struct ComparableRecords: Sendable {
  /// One record for each strategy and trace, traces of one name told apart.
  public let records: [RunRecord]
  /// Descriptions of the records that were left out, with their numbers.
  public let aside: [String]

  /// - Parameters:
  ///   - records: oldest first.
  ///   - choices: what the setting's parts must be, `cells=keep`, as `SettingValues` words them.
  /// - Throws: `RecordMismatch` when no setting has more than half of the records.
  public init(_ records: [RunRecord], choices: [SettingChoice] = []) throws(RecordMismatch) {
    let all = RecordChoice.latest(RunRecord.distinct(records))
    let settings = all.map { SettingValues($0) }
    for choice in choices where !settings.contains(where: { choice.fits($0, among: settings) }) {
      let values = SettingValues.values(choice.name, among: settings)
      let known = values.isEmpty ? "no record says anything of it" : "it is \(ComparableRecords.list(values))"
      throw RecordMismatch("no record has \(choice.name)=\(choice.value): \(known)")
    }
    let chosen = zip(all, settings).filter { pair in choices.allSatisfy { $0.fits(pair.1, among: settings) } }
    let groups = chosen.grouped { $0.1 }.map { (setting: $0.key, records: $0.members.map(\.0)) }
    let kinds = groups.map(\.setting)
    guard let largest = groups.first(where: { 2 * $0.records.count > chosen.count }) else {
      if chosen.isEmpty {
        (self.records, aside) = ([], [])
        return
      }
      throw ComparableRecords.mixed(kinds)
    }
    self.records = largest.records
    aside = groups.filter { $0.setting != largest.setting }.map { group in
      let words = group.setting.differences(from: [largest.setting], among: kinds, "=")
      return "\(NumberText.count(group.records.count, "record")) of another setting (\(words.joined(separator: "; ")))"
    }
  }

  private static func mixed(_ settings: [SettingValues]) -> RecordMismatch {
    let parts = SettingValues.differences(settings)
    let words = parts.map { "\($0.name) (\(list($0.values)))" }.joined(separator: ", ")
    let choice = parts.first.map { ", \(ShellWords.line(["--only", "\($0.name)=\($0.values[0])"]))" } ?? ""
    return RecordMismatch(
      "these records are of \(settings.count) settings, so they are not compared. They differ in \(words). "
        + "Choose one\(choice), or name files of one")
  }

  private static func list(_ values: [String]) -> String {
    let words = values.prefix(6).joined(separator: "; ")
    return values.count > 6 ? "\(words); \(values.count - 6) more" : words
  }
}

/// The reason why records cannot be compared as requested, in words.
public struct RecordMismatch: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  package init(_ description: String) { self.description = description }
}

/// Chooses among many records those that a report is made of: the latest of each strategy, trace and setting.
public enum RecordChoice {
  /// - Parameter records: of equally old ones the last counts.
  /// - Returns: one record a question, in the order of their first appearance. A later run that only counted does not
  ///   displace an earlier one that also measured, where both counted the same.
  public static func latest(_ records: [RunRecord]) -> [RunRecord] {
    let questions = records.grouped { record in
      RunKey(
        strategy: record.configuration.strategy ?? record.strategy,
        trace: "\(record.traceName) \(record.traceIdentity)", setting: SettingValues(record))
    }
    return questions.map { _, answers in
      answers.dropFirst().reduce(answers[0]) { old, record in
        if record.created ?? "" < old.created ?? "" { return old }
        let losesMeasurements = isMeasured(old) && !isMeasured(record)
        return losesMeasurements && old.deterministicDigest == record.deterministicDigest ? old : record
      }
    }
  }

  /// Of the names in a folder of records, oldest first, the latest of each configuration.
  public static func latestNames(_ names: [String]) -> [String] {
    var latest: [String: String] = [:]
    for name in names.sorted() {
      guard let question = name.wholeMatch(of: /\d{8}T\d{6}Z(-.+-[0-9a-f]{8})\.json/)?.output.1 else { continue }
      latest[String(question)] = name
    }
    return latest.values.sorted()
  }

  private static func isMeasured(_ record: RunRecord) -> Bool { record.metric(.decodeWall)?.number != nil }
}

/// A required value of a setting: `cells=keep`, as messages write it.
public struct SettingChoice: Hashable, Sendable {
  public let name: String
  public let value: String

  /// Parses a choice; returns nil without a name and a value.
  public init?(_ text: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    name = String(parts[0])
    value = String(parts[1])
  }

  public func fits(_ setting: SettingValues, among settings: [SettingValues]) -> Bool {
    setting.value(name, among: settings) == value
  }
}
