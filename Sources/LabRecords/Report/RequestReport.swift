public import CacheLab

/// The results of eviction policies over a stream of requests, as a table or as JSON.
public struct RequestReport: Sendable {
  public typealias Row = (evictionPolicy: StrategySpec, budget: ByteCount, tally: RequestTally)

  public let stream: String
  public let keyCount: Int
  public let rows: [Row]

  public init(stream: String, keyCount: Int, rows: [Row]) {
    (self.stream, self.keyCount, self.rows) = (stream, keyCount, rows)
  }

  /// The results as a text table, ratios in percent.
  public var table: String {
    let shown = RequestReport.fields.filter { !["budget", "requested-bytes", "missed-bytes"].contains($0.name) }
    let columns = shown.map { name, value in
      TableColumn<Row>.numbers(name.replacing("-", with: " ")) { row in
        let json = value(row)
        return json.integer.map { NumberText.grouped($0) }
          ?? NumberText.fixed(100 * (json.number ?? 0), decimals: 3) + " %"
      }
    }
    var text = TextTable(rows, [.words("policy") { $0.evictionPolicy.shortText }] + columns).text()
    if let resized = rows.map(\.tally.resized).max(), resized > 0 {
      text += "up to \(NumberText.grouped(resized)) hits came with another size than was held; the size held counts\n"
    }
    return text
  }

  private static let fields: [(name: String, value: @Sendable (Row) -> JSON)] = [
    ("budget", { .integer(Int128($0.budget.rawValue)) }), ("requests", { .integer(Int128($0.tally.requests)) }),
    ("misses", { .integer(Int128($0.tally.misses)) }),
    ("miss-ratio", { .number(ratio($0.tally.misses, $0.tally.requests)) }),
    ("byte-miss-ratio", { .number(ratio($0.tally.missedBytes.rawValue, $0.tally.requestedBytes.rawValue)) }),
    ("requested-bytes", { .integer(Int128($0.tally.requestedBytes.rawValue)) }),
    ("missed-bytes", { .integer(Int128($0.tally.missedBytes.rawValue)) }),
    ("evictions", { .integer(Int128($0.tally.evictions)) }), ("too-large", { .integer(Int128($0.tally.oversize)) }),
  ]

  /// The results as JSON, an object for each policy.
  public var json: JSON {
    .object([
      "schema": .integer(1), "stream": .string(stream), "keys": .integer(Int128(keyCount)),
      "results": .array(
        rows.map { row in
          var members: [String: JSON] = [
            "policy": .string(row.evictionPolicy.canonicalText), "resized": .integer(Int128(row.tally.resized)),
          ]
          for (name, value) in RequestReport.fields { members[name.replacing("-", with: "_")] = value(row) }
          return .object(members)
        }),
    ])
  }

  private static func ratio(_ part: Int64, _ whole: Int64) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }
}
