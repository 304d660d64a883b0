import GRDB
import PhotosModel

/// A condition that the catalog itself runs: what a predicate's text says, with its values as the database has them.
indirect enum FetchPredicate: Hashable, Sendable {
  enum Comparison: String, CaseIterable, Sendable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  enum Operand: Hashable, Sendable {
    case value(DatabaseValue)
    case key(FetchKey)
  }

  case compare(FetchKey, Comparison, Operand)
  /// The bits that are set of these, compared.
  case bits(FetchKey, Int64, Comparison, Int64)
  case among(FetchKey, [DatabaseValue])
  /// A pattern of `LIKE`, with `\` before what it means literally.
  case like(FetchKey, String, foldsCase: Bool)
  /// Has no value: the burst of a photo on its own.
  case isNil(FetchKey)
  case constant(Bool)
  case and([FetchPredicate])
  case or([FetchPredicate])
  case not(FetchPredicate)

  static func mediaType(_ type: AssetMediaType) -> FetchPredicate {
    let key = FetchKey(name: "mediaType", column: "a.mediaType", kind: .number)
    return .compare(key, .equal, .value(type.rawValue.databaseValue))
  }

  /// Each condition is true or false, never unknown. The deepest part comes first and `NOT` stands at leaves alone:
  /// SQLite reads no expression that leaves a hundred words open.
  var sql: SQLText { made(isNegated: false).sql }

  /// How deep its parentheses nest.
  var depth: Int { made(isNegated: false).depth }

  private func made(isNegated: Bool) -> (sql: SQLText, depth: Int) {
    switch self {
    case .not(let part): return part.made(isNegated: !isNegated)
    case .and(let parts): return FetchPredicate.joined(parts, isAll: !isNegated, isNegated)
    case .or(let parts): return FetchPredicate.joined(parts, isAll: isNegated, isNegated)
    default:
      let leaf = leaf
      return (isNegated ? SQLText("(NOT \(leaf.text))", leaf.values) : leaf, 1)
    }
  }

  private static func joined(_ parts: [FetchPredicate], isAll: Bool, _ isNegated: Bool) -> (sql: SQLText, depth: Int) {
    let made = parts.map { $0.made(isNegated: isNegated) }.enumerated()
      .sorted { ($1.element.depth, $0.offset) < ($0.element.depth, $1.offset) }.map { $0.element }
    let sql = SQLText.joined(made.map { $0.sql }, isAll ? " AND " : " OR ", none: isAll ? "TRUE" : "FALSE")
    return (sql, (made.first?.depth ?? 0) + 1)
  }

  private var leaf: SQLText {
    switch self {
    case .compare(let key, let comparison, .key(let other)):
      return SQLText("((\(key.column) \(comparison.rawValue) \(other.column)) IS TRUE)")
    case .compare(let key, let comparison, .value(let value)):
      // What has no value is not equal to anything, and neither less nor greater.
      let text = "\(key.column) \(comparison.rawValue) ?"
      if key.isOptional {
        return SQLText(comparison == .notEqual ? "((\(text)) IS NOT FALSE)" : "((\(text)) IS TRUE)", [value])
      }
      return SQLText("(\(text))", [value])
    case .bits(let key, let bits, let comparison, let value):
      return SQLText("((\(key.column) & ?) \(comparison.rawValue) ?)", [bits.databaseValue, value.databaseValue])
    case .among(let key, let values):
      let rows = values.compactMap { Int64.fromDatabaseValue($0) }
      if rows.count == values.count {
        return SQLText("((\(key.column) IN (SELECT value FROM json_each(?))) IS TRUE)", rows: rows)
      }
      return SQLText.joined(values.map { SQLText("\(key.column) IS ?", [$0]) }, " OR ", none: "FALSE")
    case .like(let key, let pattern, let foldsCase):
      if foldsCase { return SQLText("(\(key.column) LIKE ? ESCAPE '\\')", [pattern.databaseValue]) }
      return SQLText("(\(key.column) GLOB ?)", [pattern.databaseValue])
    case .isNil(let key): return SQLText("(\(key.column) IS NULL)")
    case .constant(let value): return SQLText(value ? "TRUE" : "FALSE")
    case .and, .or, .not: return sql
    }
  }
}
