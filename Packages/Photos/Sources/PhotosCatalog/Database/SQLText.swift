/// A piece of SQL and the numbers that stand for its question marks. Nothing of a user's text is ever put into SQL.
struct SQLText: Hashable, Sendable {
  var text: String
  var values: [Int64] = []

  init(_ text: String, _ values: [Int64] = []) {
    self.text = text
    self.values = values
  }

  /// Both must hold.
  mutating func and(_ other: SQLText) {
    text += " AND " + other.text
    values += other.values
  }

  static func joined(_ parts: [SQLText], _ separator: String, none: String) -> SQLText {
    guard !parts.isEmpty else { return SQLText(none) }
    return SQLText(
      "(" + parts.map { $0.text }.joined(separator: separator) + ")", parts.flatMap { $0.values })
  }
}
