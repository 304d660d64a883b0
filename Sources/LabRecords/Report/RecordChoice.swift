import CacheLab
import LabBase

/// Chooses among many records those that a report is made of: the latest of each strategy, trace and setting.
public enum RecordChoice {
  /// - Parameter records: of equally old ones the last counts.
  /// - Returns: one record a question, in the order of their first appearance. A later run that only counted does not displace an earlier one that also
  ///   measured, where both counted the same.
  public static func latest(_ records: [RunRecord]) -> [RunRecord] {
    struct Question: Hashable {
      var setting: SettingValues
      var strategy: String
      var trace: String
      var traceIdentity: String
    }
    var chosen: [RunRecord] = []
    var places: [Question: Int] = [:]
    for record in records {
      let strategy = record.configuration.strategy ?? record.strategy
      let key = Question(
        setting: SettingValues(record), strategy: strategy, trace: record.traceName, traceIdentity: record.traceIdentity
      )
      guard let place = places[key] else {
        places[key] = chosen.count
        chosen.append(record)
        continue
      }
      let old = chosen[place]
      if record.created ?? "" < old.created ?? "" { continue }
      let losesMeasurements = isMeasured(old) && !isMeasured(record)
      if losesMeasurements && old.deterministicDigest == record.deterministicDigest { continue }
      chosen[place] = record
    }
    return chosen
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
