import GRDB

/// A predicate as a condition in SQL, with its values in database form.
indirect enum FetchPredicate: Sendable {
  /// A condition that is true or false, never unknown.
  case leaf(SQL)
  case and([FetchPredicate])
  case or([FetchPredicate])
  case not(FetchPredicate)

  static func compare(_ key: FetchKey, _ sign: String, _ value: DatabaseValue) -> FetchPredicate {
    // A missing value is not equal to, less than or greater than anything.
    let comparison: SQL = "(\(sql: key.column) \(sql: sign) \(value))"
    guard key.isOptional else { return .leaf(comparison) }
    return .leaf("(\(literal: comparison) IS \(sql: sign == "!=" ? "NOT FALSE" : "TRUE"))")
  }

  static func among(_ key: FetchKey, _ values: [DatabaseValue]) -> FetchPredicate {
    let rows = values.compactMap { Int64.fromDatabaseValue($0) }
    if rows.count == values.count {
      return .leaf("((\(sql: key.column) IN \(literal: .rows(rows))) IS TRUE)")
    }
    return .leaf(SQL.joined(values.map { "\(sql: key.column) IS \($0)" }, " OR ", none: "FALSE"))
  }

  /// - Parameter pattern: A pattern of `LIKE`, with `\` before literal characters, or of `GLOB` if case matters.
  static func like(_ key: FetchKey, _ pattern: String, foldsCase: Bool) -> FetchPredicate {
    foldsCase
      ? .leaf("(\(sql: key.column) LIKE \(pattern) ESCAPE '\\')") : .leaf("(\(sql: key.column) GLOB \(pattern))")
  }

  /// The deepest part comes first and `NOT` is only at leaves, because SQLite cannot read an expression with a hundred
  /// open words.
  var sql: SQL { made(isNegated: false).sql }

  var depth: Int { made(isNegated: false).depth }

  private func made(isNegated: Bool) -> (sql: SQL, depth: Int) {
    switch self {
    case .leaf(let leaf): (isNegated ? "(NOT \(literal: leaf))" : leaf, 1)
    case .not(let part): part.made(isNegated: !isNegated)
    case .and(let parts): FetchPredicate.joined(parts, isAll: !isNegated, isNegated)
    case .or(let parts): FetchPredicate.joined(parts, isAll: isNegated, isNegated)
    }
  }

  private static func joined(_ parts: [FetchPredicate], isAll: Bool, _ isNegated: Bool) -> (sql: SQL, depth: Int) {
    let made = parts.map { $0.made(isNegated: isNegated) }.enumerated()
      .sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }.map { $0.element }
    let sql = SQL.joined(made.map { $0.sql }, isAll ? " AND " : " OR ", none: isAll ? "TRUE" : "FALSE")
    return (sql, (made.first?.depth ?? 0) + 1)
  }
}

// A user's text is never part of the SQL, always an argument.

extension SQL {
  /// Returns rows as a table of one column, with a single argument.
  static func rows(_ rows: [Int64]) -> SQL {
    let list = "\(rows)"
    return "(SELECT value FROM json_each(\(list)))"
  }

  /// Groups parts, because SQLite limits the depth of an expression to 1,000.
  static func joined(_ parts: [SQL], _ separator: String, none: SQL) -> SQL {
    let most = 400
    guard parts.count > 1 else { return parts.first ?? none }
    guard parts.count <= most else {
      let groups = stride(from: 0, to: parts.count, by: most).map { start in
        joined(Array(parts[start..<min(parts.count, start + most)]), separator, none: none)
      }
      return joined(groups, separator, none: none)
    }
    return "(\(literal: parts.joined(separator: separator)))"
  }
}
