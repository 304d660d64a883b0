import GRDB
public import PhotosModel

extension AssetLibrary {
  /// Assets of the library (`PHAsset.fetchAssets(with:)`).
  public func fetchAssets(_ options: FetchOptions = FetchOptions()) throws(CatalogError) -> FetchResult<Asset> {
    try run(AssetQuery(base: .everything, options: options))
  }

  /// Assets of one type (`PHAsset.fetchAssets(with:options:)`).
  public func fetchAssets(
    of type: AssetMediaType, _ options: FetchOptions = FetchOptions()
  ) throws(CatalogError) -> FetchResult<Asset> {
    var options = options
    let own = AssetPredicate.mediaType(type)
    options.predicate = options.predicate.map { .and([own, $0]) } ?? own
    return try run(AssetQuery(base: .everything, options: options))
  }

  /// Assets of an album (`PHAsset.fetchAssets(in:options:)`).
  public func fetchAssets(
    in collection: AssetCollection, _ options: FetchOptions = FetchOptions()
  ) throws(CatalogError) -> FetchResult<Asset> {
    switch collection.kind {
    case .album: try run(AssetQuery(base: .album(collection.row), options: options))
    case .smartAlbum(let smart): try run(AssetQuery(base: .smart(smart), options: options))
    }
  }

  /// Assets by name, hidden ones and all of a burst too; names that are none, or of another library, find nothing. They
  /// come in order of arrival, not of the names.
  public func fetchAssets(
    withLocalIdentifiers names: [String], _ options: FetchOptions = FetchOptions()
  ) throws(CatalogError) -> FetchResult<Asset> {
    let rows = names.compactMap { rowOf($0, .asset) }
    return try run(AssetQuery(base: .rows(rows), options: options))
  }

  /// The photos of a burst.
  public func fetchAssets(
    withBurstIdentifier name: String, _ options: FetchOptions = FetchOptions()
  ) throws(CatalogError) -> FetchResult<Asset> {
    let parts = name.split(separator: "-")
    guard parts.count == 2, parts[0] == "burst", let burst = Int32(parts[1]) else {
      return try run(AssetQuery(base: .rows([]), options: options))
    }
    return try run(AssetQuery(base: .burst(burst), options: options))
  }

  /// Asks the database, within what the user allows.
  func run(_ query: AssetQuery) throws(CatalogError) -> FetchResult<Asset> {
    var query = query
    let status = authorizationStatus(for: .readWrite)
    query.isLimited = status == .limited
    let again: FetchResult<Asset>.Query = { [query] library throws(CatalogError) in try library.run(query) }
    guard status.canRead else {
      return FetchResult(rows: RowList(), query: again, catalog: catalog, emptiness: .noAccess(status))
    }
    return FetchResult(rows: try rows(of: query), query: again, catalog: catalog)
  }

  /// The rows that a query finds now.
  func rows(of query: AssetQuery) throws(CatalogError) -> RowList {
    let sql = query.sql
    return try catalog.read { db in
      var rows = RowList()
      let cursor = try Int64.fetchCursor(db, sql: sql.text, arguments: StatementArguments(sql.values))
      while let row = try cursor.next() { rows.append(row) }
      return rows
    }
  }

  /// The row behind a name of this library's; nil for any other.
  func rowOf(_ name: String, _ kind: LocalIdentifier.Kind) -> Int64? {
    guard let name = LocalIdentifier(name), name.kind == kind, name.library == catalog.library else { return nil }
    return name.row
  }
}
