public import PhotosModel

/// What changed in the library (`PHChange`): asked by observers for the details of what they show.
public struct LibraryChange: Sendable {
  let library: AssetLibrary
  let assets: TouchedRows
  let collections: TouchedRows
  /// Rows of assets whose pixels changed, ascending.
  let contentRows: [Int64]

  init(
    library: AssetLibrary, assets: TouchedRows = TouchedRows(), collections: TouchedRows = TouchedRows(),
    contentRows: [Int64] = []
  ) {
    self.library = library
    self.assets = assets
    self.collections = collections
    self.contentRows = contentRows
  }

  /// What happened to a fetch result, of assets or of albums and folders; nil when nothing did.
  public func changeDetails<Object>(
    for result: FetchResult<Object>
  ) throws(CatalogError) -> FetchResultChangeDetails<Object>? {
    let after = try result.query(library)
    let details = FetchResultChangeDetails(before: result, after: after, changedRows: rows(of: result.table).changed)
    return details.isEmpty ? nil : details
  }

  /// What happened to an asset; nil when nothing did.
  public func changeDetails(for asset: Asset) throws(CatalogError) -> ObjectChangeDetails<Asset>? {
    try details(asset, contentChanged: contentRows.contains(asset.row))
  }

  /// What happened to an album itself, to its name or its being there; nil when nothing did. What it holds is asked for
  /// by a fetch result of its assets.
  public func changeDetails(
    for album: AssetCollection
  ) throws(CatalogError) -> ObjectChangeDetails<AssetCollection>? { try details(album) }

  /// What happened to a folder itself; nil when nothing did. What it holds is asked for by a fetch result.
  public func changeDetails(for list: CollectionList) throws(CatalogError) -> ObjectChangeDetails<CollectionList>? {
    try details(list)
  }

  /// What happened to an album or a folder itself.
  public func changeDetails(
    for collection: PhotoCollection
  ) throws(CatalogError) -> ObjectChangeDetails<PhotoCollection>? { try details(collection) }

  /// The assets whose pixels changed.
  public var contentChangedAssets: [AssetID] { contentRows.map { AssetID(rawValue: $0) } }

  /// The assets that were deleted.
  public var removedAssets: [AssetID] { assets.removed.map { AssetID(rawValue: $0) } }

  private func rows(of table: ObjectTable) -> TouchedRows {
    switch table {
    case .asset: assets
    case .collection: collections
    }
  }

  private func details<Object: LoadableObject>(
    _ object: Object, contentChanged: Bool = false
  ) throws(CatalogError) -> ObjectChangeDetails<Object>? {
    let (rows, row) = (rows(of: Object.table), object.row)
    if rows.removed.contains(row) { return ObjectChangeDetails(before: object, after: nil, contentChanged: false) }
    guard rows.changed.contains(row) else { return nil }
    let catalog = library.catalog
    let after = try catalog.read { try Object.load([row], library: catalog.library, in: $0).first }
    return ObjectChangeDetails(before: object, after: after, contentChanged: contentChanged)
  }
}
