public import Foundation
public import PhotosModel

/// The filter and the order of a fetch (`PHFetchOptions`). A fetch copies the values at the time of the call.
public final class FetchOptions {
  /// A predicate with a format and Photos' keys. A block gives an empty result with the reason.
  public var predicate: NSPredicate?
  /// The sort descriptors, the first being the most significant; equal objects are in row order, in the direction of
  /// the first. By default an album has its own order, a smart album begins with its newest asset, and other fetches
  /// are in the order of arrival in the library (an assumption).
  public var sortDescriptors: [NSSortDescriptor]?
  /// The most objects; 0 is no limit.
  public var fetchLimit = 0
  public var includeHiddenAssets = false
  /// True to fetch all photos of a burst, not only its representative and the user's selection.
  public var includeAllBurstAssets = false
  /// The sources of assets; an empty set means the user's own library.
  public var includeAssetSourceTypes: AssetSourceType = []
  /// True to get indexes with changes of the result; without them an observer reloads everything.
  public var wantsIncrementalChangeDetails = true

  public init() {}
}

/// A property in predicates and sort descriptors, by its name in Photos.
struct FetchKey: Sendable {
  enum Kind: Hashable, Sendable {
    case number
    case flag
    /// Milliseconds in the database, seconds or a date in a predicate.
    case seconds, date
    case text
    /// The row of a `localIdentifier` of one of these kinds.
    case identifier([LocalIdentifier.Kind])
    case burst
  }

  let name: String
  let column: String
  let kind: Kind
  var isOptional = false

  /// The keys of assets; `localIdentifier` sorts by creation in the library.
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
    case .date: "a date; write %@"
    case .text: "a text in quotes"
    case .identifier: "an identifier in quotes, or an object"
    case .burst: "a burstIdentifier in quotes"
    }
  }

  static func names(_ keys: [String: FetchKey]) -> [String] { Set(keys.values.map { $0.name }).sorted() }
}
