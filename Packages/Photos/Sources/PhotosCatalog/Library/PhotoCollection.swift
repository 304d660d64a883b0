import GRDB

/// What a folder holds: albums and folders (`PHCollection`).
public enum PhotoCollection: Hashable, Sendable {
  case album(AssetCollection)
  case list(CollectionList)

  public var localizedTitle: String {
    switch self {
    case .album(let album): album.localizedTitle
    case .list(let list): list.localizedTitle
    }
  }

  public var localIdentifier: String {
    switch self {
    case .album(let album): album.localIdentifier
    case .list(let list): list.localIdentifier
    }
  }

  /// An album holds assets and no collections.
  public var canContainCollections: Bool { if case .list = self { true } else { false } }

  var row: Int64 {
    switch self {
    case .album(let album): album.row
    case .list(let list): list.row
    }
  }
}

extension PhotoCollection: FetchedObject {}

extension PhotoCollection: LoadableObject {
  static var table: ObjectTable { .collection }

  static func load(_ rows: [Int64], library: UInt64, in db: Database) throws -> [PhotoCollection] {
    let statement = try db.cachedStatement(sql: "SELECT isList, title FROM collection WHERE id = ?")
    return try rows.compactMap { row in
      try Row.fetchOne(statement, arguments: [row]).map { found in
        let isList: Bool = found[0]
        return isList
          ? .list(CollectionList(row: row, title: found[1], library: library))
          : .album(AssetCollection(row: row, title: found[1], library: library))
      }
    }
  }
}
