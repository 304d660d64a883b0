public import PhotosModel

extension AssetLibrary {
  /// All albums of the user, in the order of their making; none under limited access, as in Photos.
  public func fetchAlbums() throws(CatalogError) -> FetchResult<AssetCollection> {
    try run(CollectionQuery(condition: "isList = 0 AND trashed = 0 ORDER BY id"))
  }

  /// Albums by name.
  public func fetchAlbums(
    withLocalIdentifiers names: [String]
  ) throws(CatalogError) -> FetchResult<AssetCollection> {
    let rows = names.compactMap { rowOf($0, .collection) }
    // A text of numbers only, made here.
    let condition = "isList = 0 AND trashed = 0 AND id IN (SELECT value FROM json_each('\(rows)')) ORDER BY id"
    return try run(CollectionQuery(condition: condition))
  }

  /// The albums of the user that hold an asset.
  public func fetchAlbums(containing asset: Asset) throws(CatalogError) -> FetchResult<AssetCollection> {
    let condition = "isList = 0 AND trashed = 0 AND id IN (SELECT collection FROM member WHERE asset = ?) ORDER BY id"
    return try run(CollectionQuery(condition: condition, values: [asset.id.rawValue]))
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
    try run(CollectionQuery(condition: "isList = 1 AND trashed = 0 ORDER BY id"))
  }

  /// What stands in no folder, in the user's order (`fetchTopLevelUserCollections`).
  public func topLevelUserCollections() throws(CatalogError) -> FetchResult<PhotoCollection> { try children(of: nil) }

  /// What a folder holds, in the user's order (`PHCollection.fetchCollections(in:)`).
  public func collections(in list: CollectionList) throws(CatalogError) -> FetchResult<PhotoCollection> {
    try children(of: list.row)
  }

  private func children(of parent: Int64?) throws(CatalogError) -> FetchResult<PhotoCollection> {
    try run(CollectionQuery(condition: "parent IS ? AND trashed = 0 ORDER BY position, id", values: [parent]))
  }
}
