import CacheLab
package import LabBase

extension RunRecord {
  /// Notes of a record at most; a run of the lab has a dozen.
  static let notesMax = 1_000

  private static let fields: KeyValuePairs<String, FieldKind> = [
    "created": .text, "configuration-digest": .text, "notes": .texts, "deterministic.digest": .text,
    "deterministic.absent": .text, "yardsticks.absent": .text, "yardsticks.budget-bytes": .count,
    "yardsticks.warm-requests": .count, "measured.decode-cpu-samples": .counts, "measured.decode-wall-samples": .counts,
    "moved-frames.moved": .count, "moved-frames.frames": .count,
  ]

  /// What a record holds that none of this lab's does, with field and value; nil when all is as it should be.
  ///
  /// Whatever reads a record may then take its numbers as they are: none is so large that arithmetic with several of
  /// them fails.
  static func problem(of json: JSON) -> String? {
    if let problem = FieldCheck.problem(of: json, fields) { return problem }
    if let count = json["notes"]?.array?.count, count > notesMax {
      return "it has \(count) notes, and a record has at most \(notesMax)"
    }
    return RunConfiguration.problem(of: json["configuration"])
      ?? FieldCheck.problem(of: json["environment"], RunEnvironment.fields, at: "environment")
      ?? metricsProblem(json["deterministic"]?["metrics"], at: "deterministic.metrics")
      ?? metricsProblem(json["measured"], at: "measured") ?? samplesProblem(json["measured"]?["rss-samples"])
      ?? yardsticksProblem(json["yardsticks"], at: "yardsticks")
  }

  /// Lists beside the metrics of a run that was measured, which are looked at by themselves.
  private static let samples: Set<String> = ["decode-cpu-samples", "decode-wall-samples", "rss-samples"]

  /// The first metric that is none, in alphabetical order: that of the file is not kept.
  package static func metricsProblem(_ json: JSON?, at place: String) -> String? {
    guard let json, json != .null else { return nil }
    guard let members = json.object else { return FieldCheck.problem(json, .object, at: place) }
    for (id, value) in members.sorted(by: { $0.key < $1.key }) where !samples.contains(id) {
      if let problem = MetricValue.problem(of: value, metric: id, at: "\(place).\(id)") { return problem }
    }
    return nil
  }

  /// Rows of a moment and bytes.
  private static func samplesProblem(_ json: JSON?) -> String? {
    guard let json, json != .null else { return nil }
    let place = "measured.rss-samples"
    let words = "a list of pairs of whole numbers from 0 to \(FieldKind.figureMax)"
    guard let rows = json.array else { return FieldCheck.problem(json, belongs: words, at: place) }
    for (index, row) in rows.enumerated() where row.array?.count != 2 || !FieldKind.counts.holds(row) {
      return FieldCheck.problem(row, belongs: "a pair of whole numbers from 0", at: "\(place)[\(index)]")
    }
    return nil
  }

  /// OfflineBounds are ratios and counts, some levels deep.
  private static func yardsticksProblem(_ json: JSON?, at place: String) -> String? {
    if let value = json?.wideInteger, value.magnitude > UInt128(FieldKind.wideFigureMax) {
      return FieldCheck.problem(.integer(value), belongs: "a whole number of at most 10^36", at: place)
    }
    if let whole = json?["denominator"]?.wideInteger, whole < 0 {
      return FieldCheck.problem(.integer(whole), belongs: "a whole number from 0", at: place + ".denominator")
    }
    for (key, value) in (json?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let problem = yardsticksProblem(value, at: "\(place).\(key)") { return problem }
    }
    return nil
  }
}
