import PhotosModel

/// A property that predicates and sort descriptors can name, by the name that it has in Photos.
struct FetchKey: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case number
    case flag
    /// Thousandths of a second in the database, seconds or a date in a predicate.
    case seconds, date
    case text
    /// The row behind a `localIdentifier`, of one of these kinds.
    case identifier([LocalIdentifier.Kind])
    case burst
  }

  let name: String
  let column: String
  let kind: Kind
  /// Whether an object may have no value.
  var isOptional = false

  /// Of assets; `localIdentifier` sorts by creation in the library.
  static let assets = table([
    FetchKey(name: "localIdentifier", column: "a.id", kind: .identifier([.asset])),
    FetchKey(name: "creationDate", column: "a.creationDate", kind: .date),
    FetchKey(name: "modificationDate", column: "a.modificationDate", kind: .date),
    FetchKey(name: "mediaType", column: "a.mediaType", kind: .number),
    FetchKey(name: "mediaSubtypes", column: "a.mediaSubtypes", kind: .number),
    FetchKey(name: "duration", column: "a.duration", kind: .seconds),
    FetchKey(name: "pixelWidth", column: "a.width", kind: .number),
    FetchKey(name: "pixelHeight", column: "a.height", kind: .number),
    FetchKey(name: "isFavorite", column: "a.favorite", kind: .flag),
    FetchKey(name: "isHidden", column: "a.hidden", kind: .flag),
    FetchKey(name: "burstIdentifier", column: "a.burst", kind: .burst, isOptional: true),
    FetchKey(name: "representsBurst", column: "a.representsBurst", kind: .flag),
  ])

  /// Of albums and folders.
  static let collections = table([
    FetchKey(name: "localIdentifier", column: "c.id", kind: .identifier([.collection, .list])),
    FetchKey(name: "localizedTitle", column: "c.title", kind: .text),
    FetchKey(name: "startDate", column: "c.startDate", kind: .date, isOptional: true),
    FetchKey(name: "endDate", column: "c.endDate", kind: .date, isOptional: true),
    FetchKey(name: "estimatedAssetCount", column: "c.assetCount", kind: .number, isOptional: true),
  ])

  /// Other names of Photos' own.
  private static let others = [
    "SELF": "localIdentifier", "self": "localIdentifier", "favorite": "isFavorite", "hidden": "isHidden",
    "mediaSubtype": "mediaSubtypes", "title": "localizedTitle",
  ]

  private static func table(_ keys: [FetchKey]) -> [String: FetchKey] {
    var table = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })
    for (other, name) in others { table[other] = table[name] }
    return table
  }
}
