public import CacheLab
public import LabBase
public import StrategyKit

/// What retention policies made of a stream of requests, as a table, as JSON or as CSV.
public struct RequestReport: Sendable {
  public typealias Row = (retention: StrategySpec, budget: ByteCount, tally: RequestTally)

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
    let columns: [TableColumn<Row>] = [
      .words("retention") { $0.retention.shortText }, .numbers("requests") { NumberText.grouped($0.tally.requests) },
      .numbers("misses") { NumberText.grouped($0.tally.misses) },
      .numbers("miss ratio") { percent($0.tally.misses, $0.tally.requests) },
      .numbers("byte miss ratio") { percent($0.tally.missedBytes.rawValue, $0.tally.requestedBytes.rawValue) },
      .numbers("evictions") { NumberText.grouped($0.tally.evictions) },
      .numbers("too large") { NumberText.grouped($0.tally.oversize) },
    ]
    var text = TextTable(rows, columns).text()
    if countsEntries { text += "every entry counts 1, so budgets are entries\n" }
    if let resized = rows.map(\.tally.resized).max(), resized > 0 {
      text += "up to \(NumberText.grouped(resized)) hits came with another size than was held; the size held counts\n"
    }
    return text
  }

  /// What files say of a policy: exact integers, ratios as numbers.
  private func fields(_ row: Row) -> [(name: String, value: JSON)] {
    let tally = row.tally
    let (missed, requested) = (tally.missedBytes.rawValue, tally.requestedBytes.rawValue)
    return [
      ("budget", .integer(Int128(row.budget.rawValue))), ("requests", .integer(Int128(tally.requests))),
      ("misses", .integer(Int128(tally.misses))), ("miss-ratio", .number(ratio(tally.misses, tally.requests))),
      ("byte-miss-ratio", .number(ratio(missed, requested))), ("requested-bytes", .integer(Int128(requested))),
      ("missed-bytes", .integer(Int128(missed))), ("evictions", .integer(Int128(tally.evictions))),
      ("too-large", .integer(Int128(tally.oversize))),
    ]
  }

  /// An object a policy.
  public var json: JSON {
    .object([
      "schema": .integer(1), "stream": .string(stream), "keys": .integer(Int128(keyCount)),
      "unit_sizes": .bool(countsEntries),
      "results": .array(
        rows.map { row in
          var members: [String: JSON] = [
            "retention": .string(row.retention.canonicalText), "resized": .integer(Int128(row.tally.resized)),
          ]
          for (name, value) in fields(row) { members[name.replacing("-", with: "_")] = value }
          return .object(members)
        }),
    ])
  }

  /// A row a policy.
  public var csv: String {
    let head =
      "retention,budget,requests,misses,miss-ratio,byte-miss-ratio,requested-bytes,missed-bytes,evictions,too-large\n"
    return head
      + rows.map { row in
        "\"\(row.retention.canonicalText)\"," + fields(row).map(\.value.compactText).joined(separator: ",") + "\n"
      }.joined()
  }

  private func ratio(_ part: Int64, _ whole: Int64) -> Double { whole == 0 ? 0 : Double(part) / Double(whole) }

  private func percent(_ part: Int64, _ whole: Int64) -> String {
    NumberText.fixed(100 * ratio(part, whole), decimals: 3) + " %"
  }
}
