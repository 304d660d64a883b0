public import LabBase

/// The value of a metric, exact where it is counted.
public enum MetricValue: Hashable, Sendable {
  case integer(Int64)
  /// Both sides of a fraction, unreduced; a denominator of 0 stands for a share of nothing.
  case ratio(Int128, Int128)
  case distribution(Distribution)
  /// Named integers that belong together.
  case parts([String: Int64])
  /// Not measured, and why.
  case absent(String)

  /// The value for people and plots: a fraction divided, a distribution's mean; nil when absent or undefined.
  public var number: Double? {
    switch self {
    case .integer(let count): Double(count)
    case .ratio(_, 0): nil
    case .ratio(let part, let whole): Double(part) / Double(whole)
    case .distribution(let distribution): distribution.mean
    case .parts, .absent: nil
    }
  }

  /// Exact text, the same on every machine: what the digest of a run is made of.
  package var canonicalText: String {
    switch self {
    case .integer(let count): "\(count)"
    case .ratio(let part, let whole): "\(part)/\(whole)"
    case .distribution(let d): "\(d.sum)/\(d.count) \(d.p50) \(d.p90) \(d.p95) \(d.p99) \(d.max)"
    case .parts(let parts): parts.keys.sorted().map { "\($0)=\(parts[$0] ?? 0)" }.joined(separator: " ")
    case .absent(let reason): "absent: \(reason)"
    }
  }
}

extension MetricValue {
  /// As it stands in a record: exact integers, and the divided value beside them for whoever only wants to look.
  public var json: JSON {
    switch self {
    case .integer(let value):
      return .integer(Int128(value))
    case .ratio(let part, let whole):
      let value: JSON = number.map { .number($0) } ?? .null
      return .object(["numerator": .integer(part), "denominator": .integer(whole), "value": value])
    case .distribution(let d):
      return .object([
        "count": .integer(Int128(d.count)), "sum": .integer(d.sum), "mean": .number(d.mean),
        "p50": .integer(Int128(d.p50)), "p90": .integer(Int128(d.p90)), "p95": .integer(Int128(d.p95)),
        "p99": .integer(Int128(d.p99)), "max": .integer(Int128(d.max)),
      ])
    case .parts(let parts):
      return .object(parts.mapValues { .integer(Int128($0)) })
    case .absent(let reason):
      return .object(["absent": .string(reason)])
    }
  }

  /// Reads back what `json` wrote; nil for anything else, a number that does not fit and a missing part of a
  /// distribution among it.
  public init?(_ json: JSON) {
    if let value = json.integer {
      self = .integer(value)
    } else if let reason = json["absent"]?.string {
      self = .absent(reason)
    } else if let part = json["numerator"]?.wideInteger, let whole = json["denominator"]?.wideInteger {
      self = .ratio(part, whole)
    } else if let sum = json["sum"]?.wideInteger, json["count"] != nil {
      let fields = ["count", "p50", "p90", "p95", "p99", "max"].compactMap { json[$0]?.integer }
      guard fields.count == 6 else { return nil }
      self = .distribution(
        Distribution(
          count: fields[0], sum: sum, percentiles: Array(fields[1..<5]), max: fields[5]))
    } else if let members = json.object {
      var parts: [String: Int64] = [:]
      for (key, value) in members { parts[key] = value.integer }
      guard parts.count == members.count else { return nil }
      self = .parts(parts)
    } else {
      return nil
    }
  }
}
