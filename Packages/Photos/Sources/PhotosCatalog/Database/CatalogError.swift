/// Why the catalog gave no answer. Each names the file and, where there is one, the cure.
public enum CatalogError: Error, Equatable, Sendable {
  /// The database failed, in these words.
  case database(path: String, reason: String)
  /// A file that is no catalog, or one of another version.
  case foreign(path: String, reason: String)
  /// A text that is no predicate.
  case badPredicate(text: String, reason: String)
}

extension CatalogError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .database(let path, let reason): "\(path): SQLite: \(reason)"
    case .foreign(let path, let reason): "\(path) is not this library's catalog (\(reason)): delete it, it is made anew"
    case .badPredicate(let text, let reason): "predicate '\(text)': \(reason)"
    }
  }
}
