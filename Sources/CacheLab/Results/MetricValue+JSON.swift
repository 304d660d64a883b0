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

  /// Reads back what `json` wrote; nil for anything else.
  public init?(_ json: JSON) {
    if let value = json.integer {
      self = .integer(Int64(value))
    } else if let reason = json["absent"]?.string {
      self = .absent(reason)
    } else if let part = json["numerator"]?.integer, let whole = json["denominator"]?.integer {
      self = .ratio(part, whole)
    } else if let count = json["count"]?.integer, let sum = json["sum"]?.integer {
      func field(_ key: String) -> Int64 { Int64(json[key]?.integer ?? 0) }
      self = .distribution(
        Distribution(
          count: Int64(count), sum: sum, p50: field("p50"), p90: field("p90"), p95: field("p95"),
          p99: field("p99"), max: field("max")))
    } else if let members = json.object {
      self = .parts(members.compactMapValues { $0.integer.map { Int64($0) } })
    } else {
      return nil
    }
  }
}
