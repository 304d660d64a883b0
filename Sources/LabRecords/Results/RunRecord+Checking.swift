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
      ?? offlineBoundsProblem(json["yardsticks"], at: "yardsticks")
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

  /// Offline bounds are ratios and counts, some levels deep.
  private static func offlineBoundsProblem(_ json: JSON?, at place: String) -> String? {
    if let value = json?.wideInteger, value.magnitude > UInt128(FieldKind.wideFigureMax) {
      return FieldCheck.problem(.integer(value), belongs: "a whole number of at most 10^36", at: place)
    }
    if let whole = json?["denominator"]?.wideInteger, whole < 0 {
      return FieldCheck.problem(.integer(whole), belongs: "a whole number from 0", at: place + ".denominator")
    }
    for (key, value) in (json?.object ?? [:]).sorted(by: { $0.key < $1.key }) {
      if let problem = offlineBoundsProblem(value, at: "\(place).\(key)") { return problem }
    }
    return nil
  }
}

extension MetricValue {
  /// How a metric's value is built.
  enum Shape: Hashable, Sendable {
    case integer, ratio, distribution, parts

    var words: String {
      switch self {
      case .integer: FieldKind.figure.words
      case .ratio: "a numerator and a denominator of at most 10^36"
      case .distribution: "a distribution: count, sum, p50, p90, p95, p99 and max, none beyond 10^18"
      case .parts: "an object of whole numbers, none beyond 10^18"
      }
    }
  }

  /// Nil for what is absent.
  var shape: Shape? {
    switch self {
    case .integer: .integer
    case .ratio: .ratio
    case .distribution: .distribution
    case .parts: .parts
    case .absent: nil
    }
  }

  /// The shape of each metric of the catalog, as far as a run in which nothing happened tells it.
  private static let shapes: [String: Shape] = {
    let nothing = RunFacts.nothing(withAll: true)
    let pairs = Metric.all.map { ($0.id, $0.value(of: nothing).shape) }
    return Dictionary(uniqueKeysWithValues: pairs.compactMap { id, shape in shape.map { (id, $0) } })
  }()

  /// What is wrong with a metric's value in a file, with field and value; nil when nothing is.
  ///
  /// - Parameters:
  ///   - id: The metric; one that this lab does not know may have any shape.
  ///   - place: The path of the field, for the message.
  static func problem(of json: JSON, metric id: String, at place: String) -> String? {
    if json["absent"]?.string != nil { return nil }
    let shape = shapes[id]
    if let value = MetricValue(json), shape == nil || value.shape == shape, value.isWithinBounds { return nil }
    if let (key, value) = wrongMember(of: json) {
      return FieldCheck.problem(value, belongs: "a whole number within bounds", at: "\(place).\(key)")
    }
    return FieldCheck.problem(json, belongs: shape?.words ?? "a metric", at: place)
  }

  /// The first member of a value of several that is no whole number of its size.
  private static func wrongMember(of json: JSON) -> (key: String, value: JSON)? {
    // What stands beside the exact numbers for whoever only wants to look.
    let ownForm: Set<String> = ["mean", "value"]
    let wide: Set<String> = ["numerator", "denominator", "sum"]
    return (json.object ?? [:]).sorted { $0.key < $1.key }.first { key, value in
      if ownForm.contains(key) { return false }
      guard let number = value.wideInteger else { return true }
      let limit = wide.contains(key) ? FieldKind.wideFigureMax : Int128(FieldKind.figureMax)
      return number.magnitude > UInt128(limit)
    }.map { ($0.key, $0.value) }
  }

  /// Whether nothing in it is so large that a sum or difference of several would not fit.
  private var isWithinBounds: Bool {
    func fits(_ value: Int64) -> Bool { value.magnitude <= UInt64(FieldKind.figureMax) }
    func fits(_ value: Int128) -> Bool { value.magnitude <= UInt128(FieldKind.wideFigureMax) }
    switch self {
    case .integer(let value): return fits(value)
    case .ratio(let part, let whole): return fits(part) && whole >= 0 && fits(whole)
    case .distribution(let d):
      return d.count >= 0 && fits(d.sum) && [d.count, d.p50, d.p90, d.p95, d.p99, d.max].allSatisfy { fits($0) }
    case .parts(let parts): return parts.values.allSatisfy { fits($0) }
    case .absent: return true
    }
  }
}
