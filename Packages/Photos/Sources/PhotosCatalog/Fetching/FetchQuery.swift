import Foundation
import GRDB
import PhotosModel

/// A fetch of assets, or of albums and folders, as the database is asked. Kept by its result, so that it can be run again
/// after a change.
struct FetchQuery: Sendable {
  /// `SELECT` and the table, which conditions call `a` for assets and `c` for albums and folders.
  var from: String
  var condition: SQLText
  /// What an app with limited access sees of it.
  var limited: String
  /// Terms of `ORDER BY`: its own order, where no sort descriptor says another.
  var order: String
  var limit: Int?
  var wantsDetails = true

  func sql(isLimited: Bool) -> SQLText {
    var condition = condition
    if isLimited { condition.and(SQLText(limited)) }
    let limit = limit.map { " LIMIT \($0)" } ?? ""
    return SQLText("\(from) WHERE \(condition.text) ORDER BY \(order)\(limit)", condition.values)
  }

  /// Takes what fetch options say, by the keys of what is fetched.
  mutating func take(_ options: FetchOptions?, keys: [String: FetchKey], library: UInt64) throws(CatalogError) {
    guard let options else { return }
    if let predicate = options.predicate {
      let read = try FetchPredicate(predicate, keys: keys, library: library)
      let depth = read.depth
      guard depth <= 60 else {
        throw .badPredicate(text: "\(predicate)", reason: "\(depth) conditions inside each other: at most 60")
      }
      condition.and(read.sql)
    }
    var terms: [String] = []
    for descriptor in options.sortDescriptors ?? [] {
      guard let key = descriptor.name.flatMap({ keys[$0] }) else {
        let known = FetchKey.names(keys).joined(separator: ", ")
        throw .badPredicate(text: descriptor.name ?? "\(descriptor)", reason: "sort by one of \(known)")
      }
      terms.append("\(key.column) \(descriptor.ascending ? "ASC" : "DESC")")
    }
    if let first = options.sortDescriptors?.first, let row = keys["localIdentifier"] {
      // Ties go by row.
      order = (terms + ["\(row.column) \(first.ascending ? "ASC" : "DESC")"]).joined(separator: ", ")
    }
    if options.fetchLimit > 0 { limit = min(limit ?? .max, options.fetchLimit) }
    wantsDetails = options.wantsIncrementalChangeDetails
  }
}

/// Which assets are fetched, before options and access choose among them.
struct AssetBase: Sendable {
  var from = "asset a"
  var condition: SQLText?
  var order = "a.id"
  var limit: Int?
  var showsHidden = false
  var showsBursts = false
  var showsAllSources = false

  static let everything = AssetBase()

  static func type(_ type: AssetMediaType) -> AssetBase {
    AssetBase(condition: SQLText("a.mediaType = ?", [type.rawValue.databaseValue]))
  }

  static func album(_ album: Int64) -> AssetBase {
    AssetBase(
      from: "member m CROSS JOIN asset a ON a.id = m.asset",
      condition: SQLText(
        "m.collection = ? AND m.collection IN (SELECT id FROM collection WHERE trashed = 0)", [album.databaseValue]),
      order: "m.position", showsAllSources: true)
  }

  /// The hidden album shows what is hidden.
  static func smart(_ album: AssetCollectionSubtype) -> AssetBase {
    let isRecent = album == .smartAlbumRecentlyAdded
    return AssetBase(
      condition: SQLText(album.condition), order: isRecent ? "a.id DESC" : "a.creationDate DESC, a.id DESC",
      limit: isRecent ? AssetCollectionSubtype.recentCount : nil, showsHidden: album == .smartAlbumAllHidden)
  }

  /// Identifiers find hidden assets too.
  static func rows(_ rows: [Int64]) -> AssetBase {
    AssetBase(
      condition: SQLText("a.id IN (SELECT value FROM json_each(?))", rows: rows), showsHidden: true, showsBursts: true,
      showsAllSources: true)
  }

  static func burst(_ burst: Int32) -> AssetBase {
    AssetBase(condition: SQLText("a.burst = ?", [burst.databaseValue]))
  }

  func query(_ options: FetchOptions?, library: UInt64) throws(CatalogError) -> FetchQuery {
    let sources = options?.includeAssetSourceTypes ?? []
    var conditions = SQLText("a.trashed = 0")
    if !showsHidden, options?.includeHiddenAssets != true { conditions.and(SQLText("a.hidden = 0")) }
    if !showsBursts, options?.includeAllBurstAssets != true { conditions.and(SQLText("a.burstMember = 0")) }
    if !sources.isEmpty {
      conditions.and(SQLText("(a.sourceType & ?) != 0", [Int64(sources.rawValue).databaseValue]))
    } else if !showsAllSources {
      conditions.and(SQLText("a.sourceType = \(AssetSourceType.typeUserLibrary.rawValue)"))
    }
    if let condition { conditions.and(condition) }
    var query = FetchQuery(
      from: "SELECT a.id FROM \(from)", condition: conditions, limited: "a.id IN (SELECT asset FROM chosen)",
      order: order, limit: limit)
    try query.take(options, keys: FetchKey.assets, library: library)
    return query
  }
}

/// Which albums or folders are fetched, before options choose among them.
struct CollectionBase: Sendable {
  var from = CollectionBase.table
  var condition: SQLText
  var order = "c.id"
  /// Whether the library fills them itself, which an app with limited access sees too.
  var areSmart = false

  private static let members =
    "FROM member m JOIN asset a ON a.id = m.asset WHERE m.collection = collection.id AND a.trashed = 0"

  /// What predicates see of a collection.
  static let table = """
    (SELECT id, title, isList, parent, position, (SELECT min(creationDate) \(members)) AS startDate, \
    (SELECT max(creationDate) \(members)) AS endDate, (SELECT count(*) \(members)) AS assetCount \
    FROM collection WHERE trashed = 0)
    """

  /// The same of what the library fills itself, which is in no table.
  private static let smart = {
    let rows = AssetCollectionSubtype.smart.map { "(\(AssetCollection.row(of: $0)), '\($0.title)')" }
    return """
      (SELECT column1 AS id, column2 AS title, 0 AS isList, NULL AS startDate, NULL AS endDate, NULL AS assetCount \
      FROM (VALUES \(rows.joined(separator: ", "))))
      """
  }()

  static let albums = CollectionBase(condition: SQLText("c.isList = 0"))
  static let lists = CollectionBase(condition: SQLText("c.isList = 1"))

  /// What a folder holds, in the user's order; nil is the top level.
  static func children(of parent: Int64?) -> CollectionBase {
    CollectionBase(condition: SQLText("c.parent IS ?", [parent.databaseValue]), order: "c.position, c.id")
  }

  static func parent(of row: Int64) -> CollectionBase {
    CollectionBase(condition: SQLText("c.id IN (SELECT parent FROM collection WHERE id = ?)", [row.databaseValue]))
  }

  static func containing(asset: Int64) -> CollectionBase {
    CollectionBase(
      condition: SQLText(
        "c.isList = 0 AND c.id IN (SELECT collection FROM member WHERE asset = ?)", [asset.databaseValue]))
  }

  static func smart(_ subtypes: [AssetCollectionSubtype]) -> CollectionBase {
    let rows = subtypes.map { AssetCollection.row(of: $0) }
    return CollectionBase(
      from: smart, condition: SQLText("c.id IN (SELECT value FROM json_each(?))", rows: rows), areSmart: true)
  }

  /// Albums by row, smart ones too.
  static func albums(_ rows: [Int64]) -> CollectionBase {
    let columns = "id, title, isList, startDate, endDate, assetCount"
    let tables = [table, smart].map { "SELECT \(columns) FROM \($0)" }
    return CollectionBase(
      from: "(\(tables.joined(separator: " UNION ALL ")))",
      condition: SQLText("c.isList = 0 AND c.id IN (SELECT value FROM json_each(?))", rows: rows),
      areSmart: rows.allSatisfy { $0 >= AssetCollection.smartRow })
  }

  /// Folders by row.
  static func lists(_ rows: [Int64]) -> CollectionBase {
    CollectionBase(
      condition: SQLText("c.isList = 1 AND c.id IN (SELECT value FROM json_each(?))", rows: rows),
      areSmart: rows.isEmpty)
  }

  func query(_ options: FetchOptions?, library: UInt64) throws(CatalogError) -> FetchQuery {
    var query = FetchQuery(
      from: "SELECT c.id FROM \(from) c", condition: condition, limited: areSmart ? "TRUE" : "FALSE", order: order)
    try query.take(options, keys: FetchKey.collections, library: library)
    return query
  }
}
