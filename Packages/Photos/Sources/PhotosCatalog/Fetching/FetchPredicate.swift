import GRDB

/// A condition that the catalog itself runs: what a predicate's text says, with its values as the database has them.
indirect enum FetchPredicate: Sendable {
  /// SQL that is true or false, never unknown.
  case leaf(SQLText)
  case and([FetchPredicate])
  case or([FetchPredicate])
  case not(FetchPredicate)

  static func leaf(_ text: String, _ values: DatabaseValue...) -> FetchPredicate { .leaf(SQLText(text, values)) }

  /// - Parameter sign: SQL's.
  static func compare(_ key: FetchKey, _ sign: String, _ value: DatabaseValue) -> FetchPredicate {
    // What has no value is not equal to anything, and neither less nor greater.
    let text = "(\(key.column) \(sign) ?)"
    guard key.isOptional else { return leaf(text, value) }
    return leaf("(\(text) IS \(sign == "!=" ? "NOT FALSE" : "TRUE"))", value)
  }

  static func among(_ key: FetchKey, _ values: [DatabaseValue]) -> FetchPredicate {
    let rows = values.compactMap { Int64.fromDatabaseValue($0) }
    if rows.count == values.count {
      return .leaf(SQLText("((\(key.column) IN (SELECT value FROM json_each(?))) IS TRUE)", rows: rows))
    }
    return .leaf(SQLText.joined(values.map { SQLText("\(key.column) IS ?", [$0]) }, " OR ", none: "FALSE"))
  }

  /// - Parameter pattern: Of `LIKE`, with `\` before what it means literally, or of `GLOB` where case counts.
  static func like(_ key: FetchKey, _ pattern: String, foldsCase: Bool) -> FetchPredicate {
    leaf("(\(key.column) \(foldsCase ? "LIKE ? ESCAPE '\\'" : "GLOB ?"))", pattern.databaseValue)
  }

  /// The deepest part comes first and `NOT` stands at leaves alone: SQLite reads no expression that leaves a hundred
  /// words open.
  var sql: SQLText { made(isNegated: false).sql }

  /// How deep its parentheses nest.
  var depth: Int { made(isNegated: false).depth }

  private func made(isNegated: Bool) -> (sql: SQLText, depth: Int) {
    switch self {
    case .leaf(let leaf): (isNegated ? SQLText("(NOT \(leaf.text))", leaf.values) : leaf, 1)
    case .not(let part): part.made(isNegated: !isNegated)
    case .and(let parts): FetchPredicate.joined(parts, isAll: !isNegated, isNegated)
    case .or(let parts): FetchPredicate.joined(parts, isAll: isNegated, isNegated)
    }
  }

  private static func joined(_ parts: [FetchPredicate], isAll: Bool, _ isNegated: Bool) -> (sql: SQLText, depth: Int) {
    let made = parts.map { $0.made(isNegated: isNegated) }.enumerated()
      .sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }.map { $0.element }
    let sql = SQLText.joined(made.map { $0.sql }, isAll ? " AND " : " OR ", none: isAll ? "TRUE" : "FALSE")
    return (sql, (made.first?.depth ?? 0) + 1)
  }
}

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
