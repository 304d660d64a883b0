package import CacheLab

extension RunRecord {
  /// Notes of a record at most; a run of the lab has a dozen.
  static let notesMax = 1_000

  private static let fields: KeyValuePairs<String, FieldKind> = [
    "created": .text, "configuration-digest": .text, "notes": .texts, "deterministic.digest": .text,
    "deterministic.absent": .text, "measured.decode-cpu-samples": .counts, "measured.decode-wall-samples": .counts,
    "moved-frames.moved": .count, "moved-frames.frames": .count,
  ]

  /// Returns the first invalid value of a record, with its field, or nil if the record is valid.
  ///
  /// Readers can then use its numbers as they are: none is so large that arithmetic with several of them fails.
  static func problem(of json: JSON) -> String? {
    if let problem = FieldCheck.problem(of: json, fields) { return problem }
    if let count = json["notes"]?.array?.count, count > notesMax {
      return "it has \(count) notes, and a record has at most \(notesMax)"
    }
    return RunConfiguration.problem(of: json["configuration"])
      ?? FieldCheck.problem(of: json["environment"], RunEnvironment.fields, at: "environment")
      ?? countsProblem(json["deterministic"]?["counts"], at: "deterministic.counts")
      ?? metricsProblem(json["deterministic"]?["metrics"], at: "deterministic.metrics")
      ?? metricsProblem(json["measured"], at: "measured") ?? samplesProblem(json["measured"]?["rss-samples"])
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

  /// The first count that is none, in alphabetical order.
  package static func countsProblem(_ json: JSON?, at place: String) -> String? {
    guard let json, json != .null else { return nil }
    guard let members = json.object else { return FieldCheck.problem(json, .object, at: place) }
    for (name, value) in members.sorted(by: { $0.key < $1.key }) where !FieldKind.wideFigure.canHold(value) {
      return FieldCheck.problem(value, .wideFigure, at: "\(place).\(name)")
    }
    return nil
  }

  /// Rows of a moment and bytes.
  private static func samplesProblem(_ json: JSON?) -> String? {
    guard let json, json != .null else { return nil }
    let place = "measured.rss-samples"
    let words = "a list of pairs of whole numbers from 0 to \(FieldKind.figureMax)"
    guard let rows = json.array else { return FieldCheck.problem(json, belongs: words, at: place) }
    for (index, row) in rows.enumerated() where row.array?.count != 2 || !FieldKind.counts.canHold(row) {
      return FieldCheck.problem(row, belongs: "a pair of whole numbers from 0", at: "\(place)[\(index)]")
    }
    return nil
  }
}

extension MetricValue {
  /// A description of such a value in a file: equal descriptions mean equal structure. Nil if absent.
  private var fieldWords: String? {
    switch self {
    case .integer: FieldKind.figure.words
    case .ratio: "a numerator and a denominator of at most 10^36"
    case .distribution: "a distribution: count, sum, p50, p90, p95, p99 and max, none beyond 10^18"
    case .parts: "an object of whole numbers, none beyond 10^18"
    case .absent: nil
    }
  }

  /// Those of each metric of the catalog, as far as a run in which nothing happened tells them.
  private static let fieldWords: [String: String] = {
    let nothing = RunFacts.nothing(withAll: true)
    let pairs = Metric.all.map { ($0.id, $0.value(of: nothing).fieldWords) }
    return Dictionary(uniqueKeysWithValues: pairs.compactMap { id, words in words.map { (id, $0) } })
  }()

  /// The kinds of the members of a value that is not a single figure; nil for those that repeat an exact number in a
  /// readable form.
  private static let members: [String: FieldKind?] = [
    "numerator": .wideFigure, "denominator": .wideCount, "sum": .wideFigure, "count": .count, "mean": nil, "value": nil,
  ]

  /// Returns the problem of a metric's value in a file, with field and value, or nil if it is valid.
  ///
  /// - Parameters:
  ///   - id: The metric; one that this lab does not know may be built in any way.
  ///   - place: The path of the field, for the message.
  static func problem(of json: JSON, metric id: String, at place: String) -> String? {
    if json["absent"]?.string != nil { return nil }
    for (key, member) in (json.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let kind = members[key, default: .figure], !kind.canHold(member) {
        return FieldCheck.problem(member, kind, at: "\(place).\(key)")
      }
    }
    let (known, value) = (fieldWords[id], MetricValue(json))
    let isWithinBounds =
      switch value {
      case .parts(let parts): parts.values.allSatisfy { $0.magnitude <= FieldKind.figureMax }
      default: json.object != nil || FieldKind.figure.canHold(json)
      }
    if let words = value?.fieldWords, isWithinBounds, words == (known ?? words) { return nil }
    return FieldCheck.problem(json, belongs: known ?? "a metric", at: place)
  }
}
