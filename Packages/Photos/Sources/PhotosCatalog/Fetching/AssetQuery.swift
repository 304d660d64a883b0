import GRDB
import PhotosModel

/// A fetch of assets, as the database is asked. Kept by its result, so that it can be run again after a change.
struct AssetQuery: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    case everything
    case album(Int64)
    case smart(AssetCollectionSubtype)
    case rows([Int64])
    case burst(Int32)
  }

  var base: Base
  var order: FetchOrder
  /// True to see only what the user has chosen.
  var isLimited = false

  /// Assets that one who may see them finds under any condition.
  static let visible = "a.trashed = 0 AND a.hidden = 0 AND a.burstMember = 0 AND a.sourceType = 1"

  var sql: SQLText {
    var from = "asset a"
    if case .album = base { from = "member m CROSS JOIN asset a ON a.id = m.asset" }
    let condition = condition
    return SQLText("SELECT a.id FROM \(from) WHERE \(condition.text)\(ending)", condition.values)
  }

  private var condition: SQLText {
    var condition = SQLText("a.trashed = 0")
    if !showsHidden { condition.and(SQLText("a.hidden = 0")) }
    if !showsBursts { condition.and(SQLText("a.burstMember = 0")) }
    condition.and(sources)
    switch base {
    case .everything: break
    case .album(let album):
      condition.and(SQLText("m.collection = ?", [album.databaseValue]))
      condition.and(SQLText("m.collection IN (SELECT id FROM collection WHERE trashed = 0)"))
    case .smart(let album): condition.and(SQLText(album.condition))
    case .rows(let rows): condition.and(SQLText("a.id IN (SELECT value FROM json_each(?))", rows: rows))
    case .burst(let burst): condition.and(SQLText("a.burst = ?", [burst.databaseValue]))
    }
    if let predicate = order.predicate { condition.and(predicate.sql) }
    if isLimited { condition.and(SQLText("a.id IN (SELECT asset FROM chosen)")) }
    return condition
  }

  /// The hidden album shows what is hidden, and so does an identifier.
  private var showsHidden: Bool {
    switch base {
    case .smart(.smartAlbumAllHidden), .rows: true
    default: order.showsHidden
    }
  }

  private var showsBursts: Bool {
    if case .rows = base { return true }
    return order.showsBursts
  }

  private var sources: SQLText {
    guard order.sources.isEmpty else {
      return SQLText("(a.sourceType & ?) != 0", [Int64(order.sources.rawValue).databaseValue])
    }
    switch base {
    case .rows, .album: return SQLText("TRUE")
    default: return SQLText("a.sourceType = \(AssetSourceType.typeUserLibrary.rawValue)")
    }
  }

  private var ending: String {
    switch base {
    case .album: order.ending(otherwise: "m.position", id: "a.id")
    case .smart(.smartAlbumRecentlyAdded):
      order.ending(otherwise: "a.id DESC", id: "a.id", most: AssetCollectionSubtype.recentCount)
    case .smart: order.ending(otherwise: "a.creationDate DESC, a.id DESC", id: "a.id")
    default: order.ending(otherwise: "a.id", id: "a.id")
    }
  }
}

/// A fetch of albums and folders, as the database is asked.
struct CollectionQuery: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    case albums
    case lists
    /// What a folder holds, in the user's order; nil is the top level.
    case children(of: Int64?)
    case parent(of: Int64)
    case containing(asset: Int64)
    case smart([AssetCollectionSubtype])
    /// Of albums, smart ones too, or of folders.
    case rows([Int64], areLists: Bool)
  }

  var base: Base
  var order: FetchOrder

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

  var sql: SQLText {
    var (from, condition, own) = (CollectionQuery.table, SQLText("TRUE"), "c.id")
    switch base {
    case .albums: condition = SQLText("c.isList = 0")
    case .lists: condition = SQLText("c.isList = 1")
    case .children(let parent):
      condition = SQLText("c.parent IS ?", [parent.databaseValue])
      own = "c.position, c.id"
    case .parent(let row):
      condition = SQLText("c.id IN (SELECT parent FROM collection WHERE id = ?)", [row.databaseValue])
    case .containing(let asset):
      condition = SQLText(
        "c.isList = 0 AND c.id IN (SELECT collection FROM member WHERE asset = ?)", [asset.databaseValue])
    case .smart(let subtypes):
      from = CollectionQuery.smart
      let rows = subtypes.map { AssetCollection.row(of: $0) }
      condition = SQLText("c.id IN (SELECT value FROM json_each(?))", rows: rows)
    case .rows(let rows, let areLists):
      if !areLists {
        let columns = "id, title, isList, startDate, endDate, assetCount"
        from = [CollectionQuery.table, CollectionQuery.smart].map { "SELECT \(columns) FROM \($0)" }
          .joined(separator: " UNION ALL ")
        from = "(\(from))"
      }
      condition = SQLText("c.isList = \(areLists ? 1 : 0) AND c.id IN (SELECT value FROM json_each(?))", rows: rows)
    }
    if let predicate = order.predicate { condition.and(predicate.sql) }
    return SQLText(
      "SELECT c.id FROM \(from) c WHERE \(condition.text)\(order.ending(otherwise: own, id: "c.id"))", condition.values)
  }

  /// Whether it is of what an app with limited access does not see: all but what the library fills itself.
  var isOfTheUser: Bool {
    switch base {
    case .smart: false
    case .rows(let rows, _): !rows.allSatisfy { $0 >= AssetCollection.smartRow }
    default: true
    }
  }
}
