/// A property that predicates and sort descriptors can name, by the name that it has in Photos.
public enum AssetKey: String, CaseIterable, Sendable {
  /// The row behind `localIdentifier`; its order is that of creation in the library.
  case localIdentifier
  case creationDate
  case modificationDate
  case mediaType
  case mediaSubtypes
  case duration
  case pixelWidth
  case pixelHeight
  case isFavorite
  case isHidden
  case burstIdentifier
  case representsBurst

  var column: String {
    switch self {
    case .localIdentifier: "a.id"
    case .creationDate, .modificationDate, .mediaType, .mediaSubtypes, .duration, .representsBurst: "a.\(rawValue)"
    case .pixelWidth: "a.width"
    case .pixelHeight: "a.height"
    case .isFavorite: "a.favorite"
    case .isHidden: "a.hidden"
    case .burstIdentifier: "a.burst"
    }
  }
}
