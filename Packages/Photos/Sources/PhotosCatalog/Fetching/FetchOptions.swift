public import Foundation
public import PhotosModel

/// What a fetch leaves out, and in which order it gives the rest (`PHFetchOptions`). A fetch takes the values at the
/// moment of the call.
public final class FetchOptions {
  /// A predicate with a format. Keys are those of Photos; a block gives an empty result that says why.
  public var predicate: NSPredicate?
  /// The first counts most; ties go by row, in the direction of the first. Without any, an album has its own order, a
  /// smart album has the newest first, and everything else the order of arrival in the library (an assumption).
  public var sortDescriptors: [NSSortDescriptor]?
  /// At most so many; 0 is no limit.
  public var fetchLimit = 0
  public var includeHiddenAssets = false
  /// All photos of a burst, not only the one that stands for it and those that the user chose.
  public var includeAllBurstAssets = false
  /// Empty lets the kind of fetch decide: the user's own library.
  public var includeAssetSourceTypes: AssetSourceType = []
  /// Whether changes of the result come with indexes; without them an observer reloads all.
  public var wantsIncrementalChangeDetails = true

  public init() {}
}

/// A property that predicates and sort descriptors can name, by the name that it has in Photos.
struct FetchKey: Sendable {
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

  static let collections = table([
    FetchKey(name: "localIdentifier", column: "c.id", kind: .identifier([.collection, .list])),
    FetchKey(name: "localizedTitle", column: "c.title", kind: .text),
    FetchKey(name: "startDate", column: "c.startDate", kind: .date, isOptional: true),
    FetchKey(name: "endDate", column: "c.endDate", kind: .date, isOptional: true),
    FetchKey(name: "estimatedAssetCount", column: "c.assetCount", kind: .number, isOptional: true),
  ])

  private static let others = [
    "SELF": "localIdentifier", "self": "localIdentifier", "favorite": "isFavorite", "hidden": "isHidden",
    "mediaSubtype": "mediaSubtypes", "title": "localizedTitle",
  ]

  private static func table(_ keys: [FetchKey]) -> [String: FetchKey] {
    var table = Dictionary(uniqueKeysWithValues: keys.map { ($0.name, $0) })
    for (other, name) in others { table[other] = table[name] }
    return table
  }

  var wanted: String {
    switch kind {
    case .number: "a number"
    case .flag: "YES or NO"
    case .seconds: "a number of seconds"
    case .date: "a date: write %@"
    case .text: "a text in quotes"
    case .identifier: "an identifier in quotes, or an object"
    case .burst: "a burstIdentifier in quotes"
    }
  }

  static func names(_ keys: [String: FetchKey]) -> [String] { Set(keys.values.map { $0.name }).sorted() }
}
