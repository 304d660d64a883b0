import Foundation
import GRDB
import PhotosModel

/// A fetch as a query of the database. The result keeps it to run again after a change.
struct FetchQuery: Sendable {
  /// The assets that a fetch omits by default.
  enum Omission {
    case hidden, bursts, otherSources
  }

  private let isOfAssets: Bool
  /// The row and the table; conditions call it `a` for assets and `c` for albums and folders.
  private let from: String
  private var condition: SQL
  /// The condition for an app with limited access.
  private let limited: String
  /// The terms of `ORDER BY` without sort descriptors.
  private var order: String
  private var limit: Int?
  private var omissions: [Omission] = []
  private(set) var hasDetails = true

  func sql(isLimited: Bool) -> SQL {
    let limited = isLimited ? " AND \(limited)" : ""
    let limit = limit.map { " LIMIT \($0)" } ?? ""
    return "SELECT \(sql: from) WHERE \(literal: condition)\(sql: limited) ORDER BY \(sql: order)\(sql: limit)"
  }

  mutating func take(_ options: FetchOptions?, library: UInt64) throws(CatalogError) {
    let sources = options?.includeAssetSourceTypes ?? []
    for omission in omissions {
      switch omission {
      case .hidden: if options?.includeHiddenAssets != true { condition += " AND a.hidden = 0" }
      case .bursts: if options?.includeAllBurstAssets != true { condition += " AND a.burstMember = 0" }
      case .otherSources:
        let own = AssetSourceType.typeUserLibrary.rawValue
        if sources.isEmpty { condition.append(sql: " AND a.sourceType = \(own)") }
      }
    }
    if isOfAssets, !sources.isEmpty { condition += " AND (a.sourceType & \(Int64(sources.rawValue))) != 0" }
    guard let options else { return }
    let keys = isOfAssets ? FetchKey.assets : FetchKey.collections
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
      // Equal objects are in row order.
      order = (terms + ["\(row.column) \(first.ascending ? "ASC" : "DESC")"]).joined(separator: ", ")
    }
    if options.fetchLimit > 0 { limit = min(limit ?? .max, options.fetchLimit) }
    hasDetails = options.wantsIncrementalChangeDetails
  }
}

// Queries for assets, before the filter of options and access.
extension FetchQuery {
  private static func assets(
    where condition: SQL, from: String = "asset a", order: String = "a.id", limit: Int? = nil,
    leavingOut omissions: [Omission] = [.hidden, .bursts, .otherSources]
  ) -> FetchQuery {
    FetchQuery(
      isOfAssets: true, from: "a.id FROM \(from)", condition: "a.trashed = 0 AND \(literal: condition)",
      limited: "a.id IN (SELECT asset FROM chosen)", order: order, limit: limit, omissions: omissions)
  }

  static let everything = assets(where: "TRUE")

  static func assets(of type: AssetMediaType) -> FetchQuery { assets(where: "a.mediaType = \(type.rawValue)") }

  static func assets(in album: AssetCollection) -> FetchQuery {
    if album.assetCollectionType == .smartAlbum { return assets(inSmart: album.assetCollectionSubtype) }
    let row = album.row
    return assets(
      where: "m.collection = \(row) AND m.collection IN (SELECT id FROM collection WHERE trashed = 0)",
      from: "member m CROSS JOIN asset a ON a.id = m.asset", order: "m.position", leavingOut: [.hidden, .bursts])
  }

  static func assets(inSmart album: AssetCollectionSubtype) -> FetchQuery {
    let isRecent = album == .smartAlbumRecentlyAdded
    return assets(
      where: SQL(sql: album.condition), order: isRecent ? "a.id DESC" : "a.creationDate DESC, a.id DESC",
      limit: isRecent ? AssetCollectionSubtype.recentCount : nil,
      leavingOut: [.bursts, .otherSources] + (album == .smartAlbumAllHidden ? [] : [.hidden]))
  }

  static func assets(_ rows: [Int64]) -> FetchQuery {
    assets(where: "a.id IN \(literal: .rows(rows))", leavingOut: [])
  }

  static func assets(inBurst burst: Int32) -> FetchQuery { assets(where: "a.burst = \(burst)") }
}

// Queries for albums and folders, before the filter of options.
extension FetchQuery {
  private static let members =
    "FROM member m JOIN asset a ON a.id = m.asset WHERE m.collection = collection.id AND a.trashed = 0"

  /// The table of collections that predicates use.
  static let collectionTable = """
    (SELECT id, title, isList, parent, position, (SELECT min(creationDate) \(members)) AS startDate, \
    (SELECT max(creationDate) \(members)) AS endDate, (SELECT count(*) \(members)) AS assetCount \
    FROM collection WHERE trashed = 0)
    """

  /// The same table for smart albums, which the database does not contain.
  private static let smartAlbums = {
    let rows = AssetCollectionSubtype.smart.map { "(\(AssetCollection.row(of: $0)), '\($0.title)')" }
    return """
      (SELECT column1 AS id, column2 AS title, 0 AS isList, NULL AS startDate, NULL AS endDate, NULL AS assetCount \
      FROM (VALUES \(rows.joined(separator: ", "))))
      """
  }()

  /// - Parameter areSmart: True for smart albums, which apps with limited access see too.
  private static func collections(
    _ condition: SQL, from: String = collectionTable, order: String = "c.id", areSmart: Bool = false
  ) -> FetchQuery {
    FetchQuery(
      isOfAssets: false, from: "c.id FROM \(from) c", condition: condition, limited: areSmart ? "TRUE" : "FALSE",
      order: order)
  }

  static let albums = collections("c.isList = 0")
  static let lists = collections("c.isList = 1")

  /// Returns the contents of a folder, or of the top level if it is nil, in the user's order.
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

  /// Returns albums by row, including smart ones.
  static func albums(_ rows: [Int64]) -> FetchQuery {
    let columns = "id, title, isList, startDate, endDate, assetCount"
    let tables = [collectionTable, smartAlbums].map { "SELECT \(columns) FROM \($0)" }
    return collections(
      "c.isList = 0 AND c.id IN \(literal: .rows(rows))", from: "(\(tables.joined(separator: " UNION ALL ")))",
      areSmart: rows.allSatisfy { $0 >= AssetCollection.smartRow })
  }

  static func lists(_ rows: [Int64]) -> FetchQuery {
    collections("c.isList = 1 AND c.id IN \(literal: .rows(rows))", areSmart: rows.isEmpty)
  }
}
