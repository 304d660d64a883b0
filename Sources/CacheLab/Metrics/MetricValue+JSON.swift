public import LabBase

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
