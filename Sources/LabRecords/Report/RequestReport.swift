public import CacheLab
public import LabBase
public import StrategyKit

/// What retention policies made of a stream of requests, as a table, as JSON or as CSV.
public struct RequestReport: Sendable {
  public struct Row: Sendable {
    public var retention: StrategySpec
    public var budget: ByteCount
    public var tally: RequestTally

    public init(retention: StrategySpec, budget: ByteCount, tally: RequestTally) {
      self.retention = retention
      self.budget = budget
      self.tally = tally
    }
  }

  public let stream: String
  public let keyCount: Int
  /// Whether every entry counted 1 in place of its bytes, so that a budget is a number of entries.
  public let countsEntries: Bool
  public let rows: [Row]

  public init(stream: String, keyCount: Int, countsEntries: Bool, rows: [Row]) {
    self.stream = stream
    self.keyCount = keyCount
    self.countsEntries = countsEntries
    self.rows = rows
  }

  /// Aligned text, ratios in percent.
  public var table: String {
    let titles = ["retention", "requests", "misses", "miss ratio", "byte miss ratio", "evictions", "too large"]
    var table = TextTable(
      columns: titles.enumerated().map { TextTable.Column([$0.element], alignsRight: $0.offset > 0) })
    for row in rows {
      let tally = row.tally
      table.append([
        row.retention.shortText, NumberText.grouped(tally.requests), NumberText.grouped(tally.misses),
        percent(tally.misses, tally.requests), percent(tally.missedBytes.rawValue, tally.requestedBytes.rawValue),
        NumberText.grouped(tally.evictions), NumberText.grouped(tally.oversize),
      ])
    }
    var text = table.text()
    if countsEntries { text += "every entry counts 1, so budgets are entries\n" }
    if let resized = rows.map(\.tally.resized).max(), resized > 0 {
      text += "up to \(NumberText.grouped(resized)) hits came with another size than was held; the size held counts\n"
    }
    return text
  }

  /// An object a policy; exact integers, ratios as numbers.
  public var json: JSON {
    .object([
      "schema": .integer(1), "stream": .string(stream), "keys": .integer(Int128(keyCount)),
      "unit_sizes": .bool(countsEntries),
      "results": .array(
        rows.map { row in
          let tally = row.tally
          return .object([
            "retention": .string(row.retention.canonicalText), "budget": .integer(Int128(row.budget.rawValue)),
            "requests": .integer(Int128(tally.requests)), "misses": .integer(Int128(tally.misses)),
            "miss_ratio": .number(ratio(tally.misses, tally.requests)),
            "byte_miss_ratio": .number(ratio(tally.missedBytes.rawValue, tally.requestedBytes.rawValue)),
            "requested_bytes": .integer(Int128(tally.requestedBytes.rawValue)),
            "missed_bytes": .integer(Int128(tally.missedBytes.rawValue)),
            "evictions": .integer(Int128(tally.evictions)), "too_large": .integer(Int128(tally.oversize)),
            "resized": .integer(Int128(tally.resized)),
          ])
        }),
    ])
  }

  /// A row a policy, numbers as they are.
  public var csv: String {
    let head =
      "retention,budget,requests,misses,miss-ratio,byte-miss-ratio,requested-bytes,missed-bytes,evictions,too-large\n"
    return head
      + rows.map { row in
        let tally = row.tally
        let bytes = (tally.missedBytes.rawValue, tally.requestedBytes.rawValue)
        let numbers = [
          "\(row.budget.rawValue)", "\(tally.requests)", "\(tally.misses)", "\(ratio(tally.misses, tally.requests))",
          "\(ratio(bytes.0, bytes.1))", "\(bytes.1)", "\(bytes.0)", "\(tally.evictions)", "\(tally.oversize)",
        ]
        return "\"\(row.retention.canonicalText)\"," + numbers.joined(separator: ",") + "\n"
      }.joined()
  }

  private func ratio(_ part: Int64, _ whole: Int64) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }

  private func percent(_ part: Int64, _ whole: Int64) -> String {
    NumberText.fixed(100 * ratio(part, whole), decimals: 3) + " %"
  }
}
