/// Chooses among many records those that a report is made of: the latest of each strategy, trace and setting.
public enum RecordChoice {
  /// - Parameter records: oldest first.
  /// - Returns: one record a question. A later run that only counted does not displace an earlier one that also
  ///   measured, where both counted the same.
  public static func latest(_ records: [RunRecord]) -> [RunRecord] {
    var chosen: [(key: JSON, record: RunRecord)] = []
    var places: [JSON: Int] = [:]
    for record in records {
      let configuration = record.json["configuration"]
      let key = JSON.object([
        "setting": ReportSetting.key(of: record), "strategy": configuration?["strategy"] ?? .string(record.strategy),
        "trace": .string(record.trace),
      ])
      guard let place = places[key] else {
        places[key] = chosen.count
        chosen.append((key, record))
        continue
      }
      let old = chosen[place].record
      let losesMeasurements = isMeasured(old) && !isMeasured(record)
      if losesMeasurements && old.deterministicDigest == record.deterministicDigest { continue }
      chosen[place].record = record
    }
    return chosen.map(\.record)
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

  private static func isMeasured(_ record: RunRecord) -> Bool { record.metric("decode-wall")?.number != nil }
}
