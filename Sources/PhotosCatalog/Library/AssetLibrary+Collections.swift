import GRDB
public import PhotosModel

extension AssetLibrary {
  /// All albums of the user, in the order of their making; none under limited access, as in Photos.
  public func fetchAlbums() throws(CatalogError) -> FetchResult<AssetCollection> {
    try collections("isList = 0 AND trashed = 0 ORDER BY id", [])
  }

  /// Albums by name.
  public func fetchAlbums(
    withLocalIdentifiers names: [String]
  ) throws(CatalogError) -> FetchResult<AssetCollection> {
    let rows = names.compactMap { rowOf($0, .collection) }
    return try collections(
      "isList = 0 AND trashed = 0 AND id IN (SELECT value FROM json_each('\(rows)')) ORDER BY id", [])
  }

  /// The albums of the user that hold an asset.
  public func fetchAlbums(containing asset: Asset) throws(CatalogError) -> FetchResult<AssetCollection> {
    try collections(
      """
      isList = 0 AND trashed = 0 AND id IN (SELECT collection FROM member WHERE asset = ?) ORDER BY id
      """, [asset.id.rawValue])
  }

  /// The albums that the library fills itself; they are there under limited access too.
  public func smartAlbums() -> [AssetCollection] {
    guard authorizationStatus(for: .readWrite).canRead else { return [] }
    return SmartAlbum.allCases.map { AssetCollection(smart: $0, library: catalog.library) }
  }

  public func smartAlbum(_ subtype: SmartAlbum) -> AssetCollection {
    AssetCollection(smart: subtype, library: catalog.library)
  }

  /// All folders, in the order of their making.
  public func fetchCollectionLists() throws(CatalogError) -> FetchResult<CollectionList> {
    try collections("isList = 1 AND trashed = 0 ORDER BY id", [])
  }

  /// What stands in no folder, in the user's order (`fetchTopLevelUserCollections`).
  public func topLevelUserCollections() throws(CatalogError) -> [PhotoCollection] { try children(of: nil) }

  /// What a folder holds, in the user's order (`PHCollection.fetchCollections(in:)`).
  public func collections(in list: CollectionList) throws(CatalogError) -> [PhotoCollection] {
    try children(of: list.row)
  }

  private func children(of parent: Int64?) throws(CatalogError) -> [PhotoCollection] {
    guard authorizationStatus(for: .readWrite) == .authorized else { return [] }
    let library = catalog.library
    return try catalog.read { db in
      let sql = "SELECT id, isList, title FROM collection WHERE parent IS ? AND trashed = 0 ORDER BY position, id"
      return try Row.fetchAll(db, sql: sql, arguments: [parent]).map { row in
        let isList: Bool = row[1]
        return isList
          ? .list(CollectionList(row: row[0], title: row[2], library: library))
          : .album(AssetCollection(row: row[0], title: row[2], library: library))
      }
    }
  }

  private func collections<Object: LoadableObject>(
    _ condition: String, _ values: [Int64]
  ) throws(CatalogError) -> FetchResult<Object> {
    let status = authorizationStatus(for: .readWrite)
    guard status.canRead else {
      return FetchResult(rows: RowList(), query: nil, catalog: catalog, emptiness: .noAccess(status))
    }
    guard status != .limited else { return FetchResult(rows: RowList(), query: nil, catalog: catalog) }
    let rows = try catalog.read { db in
      RowList(
        try Int64.fetchAll(
          db, sql: "SELECT id FROM collection WHERE \(condition)", arguments: StatementArguments(values)))
    }
    return FetchResult(rows: rows, query: nil, catalog: catalog)
  }
}
