public import PhotosModel

/// A condition on assets that the catalog itself runs.
///
/// Values are whole numbers: dates in thousandths of a second since 1970, durations in thousandths of a second, yes and
/// no as 1 and 0, media types and subtypes by their numbers.
public indirect enum AssetPredicate: Hashable, Sendable {
  public enum Comparison: String, CaseIterable, Sendable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
  }

  case compare(AssetKey, Comparison, Int64)
  /// At least one of the bits is set.
  case anyBit(AssetKey, Int64)
  case among(AssetKey, [Int64])
  /// Has no value: the burst of a photo on its own.
  case isNil(AssetKey)
  case and([AssetPredicate])
  case or([AssetPredicate])
  case not(AssetPredicate)

  /// Depth and size are bounded where a predicate comes from a text.
  var sql: SQLText {
    switch self {
    case .compare(let key, let comparison, let value):
      // What has no value is not equal to anything, and neither less nor greater.
      let word = comparison == .equal ? "IS" : comparison == .notEqual ? "IS NOT" : comparison.rawValue
      let text = "\(key.column) \(word) ?"
      return SQLText(key == .burstIdentifier ? "((\(text)) IS TRUE)" : "(\(text))", [value])
    case .anyBit(let key, let bits): return SQLText("((\(key.column) & ?) IS NOT 0 AND \(key.column) NOTNULL)", [bits])
    case .among(let key, let values):
      let parts = values.map { SQLText("\(key.column) IS ?", [$0]) }
      return SQLText.joined(parts, " OR ", none: "FALSE")
    case .isNil(let key): return SQLText("(\(key.column) IS NULL)")
    case .and(let parts): return SQLText.joined(parts.map { $0.sql }, " AND ", none: "TRUE")
    case .or(let parts): return SQLText.joined(parts.map { $0.sql }, " OR ", none: "FALSE")
    case .not(let part):
      let inner = part.sql
      return SQLText("(NOT \(inner.text))", inner.values)
    }
  }
}

extension AssetPredicate {
  public static func mediaType(_ type: AssetMediaType) -> AssetPredicate {
    .compare(.mediaType, .equal, Int64(type.rawValue))
  }

  /// Of at least one of the subtypes.
  public static func mediaSubtypes(_ subtypes: AssetMediaSubtype) -> AssetPredicate {
    .anyBit(.mediaSubtypes, subtypes.rawValue)
  }

  public static var isFavorite: AssetPredicate { .compare(.isFavorite, .equal, 1) }

  /// Created at `start` or later, and before `end`, thousandths of a second since 1970.
  public static func created(fromMs start: Int64, untilMs end: Int64) -> AssetPredicate {
    .and([.compare(.creationDate, .greaterOrEqual, start), .compare(.creationDate, .less, end)])
  }
}
