import GRDB

/// A piece of SQL and the values that stand for its question marks. Nothing of a user's text is ever put into SQL.
struct SQLText: Hashable, Sendable {
  var text: String
  var values: [DatabaseValue] = []

  /// Parts that are joined without parentheses: SQLite takes an expression of depth 1,000.
  private static let flatMax = 400

  init(_ text: String, _ values: [DatabaseValue] = []) {
    self.text = text
    self.values = values
  }

  /// A text of numbers, for `json_each`.
  init(_ text: String, rows: [Int64]) {
    self.init(text, ["\(rows)".databaseValue])
  }

  var arguments: StatementArguments { StatementArguments(values) }

  /// Both must hold.
  mutating func and(_ other: SQLText) {
    text += " AND " + other.text
    values += other.values
  }

  static func joined(_ parts: [SQLText], _ separator: String, none: String) -> SQLText {
    guard parts.count > 1 else { return parts.first ?? SQLText(none) }
    guard parts.count <= flatMax else {
      let groups = stride(from: 0, to: parts.count, by: flatMax).map { start in
        joined(Array(parts[start..<min(parts.count, start + flatMax)]), separator, none: none)
      }
      return joined(groups, separator, none: none)
    }
    return SQLText("(" + parts.map { $0.text }.joined(separator: separator) + ")", parts.flatMap { $0.values })
  }
}
