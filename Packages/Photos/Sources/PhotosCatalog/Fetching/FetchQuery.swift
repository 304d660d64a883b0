import Foundation
import GRDB
import PhotosModel

/// A fetch of assets, or of albums and folders, as the database is asked. Kept by its result, so that it can be run again
/// after a change.
struct FetchQuery: Sendable {
  /// `SELECT` and the table, which conditions call `a` for assets and `c` for albums and folders.
  var from: String
  var condition: SQL
  /// What an app with limited access sees of it.
  var limited: String
  /// Terms of `ORDER BY`: its own order, where no sort descriptor says another.
  var order: String
  var limit: Int?
  var wantsDetails = true

  func sql(isLimited: Bool) -> SQL {
    let limited = isLimited ? " AND \(limited)" : ""
    let limit = limit.map { " LIMIT \($0)" } ?? ""
    return "\(sql: from) WHERE \(literal: condition)\(sql: limited) ORDER BY \(sql: order)\(sql: limit)"
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
      condition += " AND \(literal: read.sql)"
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
  var condition: SQL?
  var order = "a.id"
  var limit: Int?
  var showsHidden = false
  var showsBursts = false
  var showsAllSources = false

  static let everything = AssetBase()

  static func type(_ type: AssetMediaType) -> AssetBase {
    AssetBase(condition: "a.mediaType = \(type.rawValue)")
  }

  static func album(_ album: Int64) -> AssetBase {
    AssetBase(
      from: "member m CROSS JOIN asset a ON a.id = m.asset",
      condition: "m.collection = \(album) AND m.collection IN (SELECT id FROM collection WHERE trashed = 0)",
      order: "m.position", showsAllSources: true)
  }

  /// The hidden album shows what is hidden.
  static func smart(_ album: AssetCollectionSubtype) -> AssetBase {
    let isRecent = album == .smartAlbumRecentlyAdded
    return AssetBase(
      condition: SQL(sql: album.condition), order: isRecent ? "a.id DESC" : "a.creationDate DESC, a.id DESC",
      limit: isRecent ? AssetCollectionSubtype.recentCount : nil, showsHidden: album == .smartAlbumAllHidden)
  }

  /// Identifiers find hidden assets too.
  static func rows(_ rows: [Int64]) -> AssetBase {
    AssetBase(
      condition: "a.id IN \(literal: .rows(rows))", showsHidden: true, showsBursts: true,
      showsAllSources: true)
  }

  static func burst(_ burst: Int32) -> AssetBase {
    AssetBase(condition: "a.burst = \(burst)")
  }

  func query(_ options: FetchOptions?, library: UInt64) throws(CatalogError) -> FetchQuery {
    let sources = options?.includeAssetSourceTypes ?? []
    var conditions: SQL = "a.trashed = 0"
    if !showsHidden, options?.includeHiddenAssets != true { conditions += " AND a.hidden = 0" }
    if !showsBursts, options?.includeAllBurstAssets != true { conditions += " AND a.burstMember = 0" }
    if !sources.isEmpty {
      conditions += " AND (a.sourceType & \(Int64(sources.rawValue))) != 0"
    } else if !showsAllSources {
      conditions.append(sql: " AND a.sourceType = \(AssetSourceType.typeUserLibrary.rawValue)")
    }
    if let condition { conditions += " AND \(literal: condition)" }
    var query = FetchQuery(
      from: "SELECT a.id FROM \(from)", condition: conditions, limited: "a.id IN (SELECT asset FROM chosen)",
      order: order, limit: limit)
    try query.take(options, keys: FetchKey.assets, library: library)
    return query
  }
}

// Which albums or folders are fetched, before options choose among them.
extension FetchQuery {
  private static let members =
    "FROM member m JOIN asset a ON a.id = m.asset WHERE m.collection = collection.id AND a.trashed = 0"

  /// What predicates see of a collection.
  static let collectionTable = """
    (SELECT id, title, isList, parent, position, (SELECT min(creationDate) \(members)) AS startDate, \
    (SELECT max(creationDate) \(members)) AS endDate, (SELECT count(*) \(members)) AS assetCount \
    FROM collection WHERE trashed = 0)
    """

  /// The same of what the library fills itself, which is in no table.
  private static let smartAlbums = {
    let rows = AssetCollectionSubtype.smart.map { "(\(AssetCollection.row(of: $0)), '\($0.title)')" }
    return """
      (SELECT column1 AS id, column2 AS title, 0 AS isList, NULL AS startDate, NULL AS endDate, NULL AS assetCount \
      FROM (VALUES \(rows.joined(separator: ", "))))
      """
  }()

  /// - Parameter areSmart: Whether the library fills them itself, which an app with limited access sees too.
  private static func collections(
    _ condition: SQL, from: String = collectionTable, order: String = "c.id", areSmart: Bool = false
  ) -> FetchQuery {
    FetchQuery(
      from: "SELECT c.id FROM \(from) c", condition: condition, limited: areSmart ? "TRUE" : "FALSE", order: order)
  }

  static let albums = collections("c.isList = 0")
  static let lists = collections("c.isList = 1")

  /// What a folder holds, in the user's order; nil is the top level.
  static func children(of parent: Int64?) -> FetchQuery {
    collections("c.parent IS \(parent)", order: "c.position, c.id")
  }

  static func parent(of row: Int64) -> FetchQuery {
    collections("c.id IN (SELECT parent FROM collection WHERE id = \(row))")
  }

  static func containing(asset: Int64) -> FetchQuery {
    collections("c.isList = 0 AND c.id IN (SELECT collection FROM member WHERE asset = \(asset))")
  }

  static func smart(_ subtypes: [AssetCollectionSubtype]) -> FetchQuery {
    let rows = subtypes.map { AssetCollection.row(of: $0) }
    return collections("c.id IN \(literal: .rows(rows))", from: smartAlbums, areSmart: true)
  }

  /// Albums by row, smart ones too.
  static func albums(_ rows: [Int64]) -> FetchQuery {
    let columns = "id, title, isList, startDate, endDate, assetCount"
    let tables = [collectionTable, smartAlbums].map { "SELECT \(columns) FROM \($0)" }
    return collections(
      "c.isList = 0 AND c.id IN \(literal: .rows(rows))", from: "(\(tables.joined(separator: " UNION ALL ")))",
      areSmart: rows.allSatisfy { $0 >= AssetCollection.smartRow })
  }

  /// Folders by row.
  static func lists(_ rows: [Int64]) -> FetchQuery {
    collections("c.isList = 1 AND c.id IN \(literal: .rows(rows))", areSmart: rows.isEmpty)
  }
}
