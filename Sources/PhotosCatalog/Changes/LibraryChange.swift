public import PhotosModel

/// What changed in the library (`PHChange`): asked by observers for the details of what they show.
public struct LibraryChange: Sendable {
  let library: AssetLibrary
  /// Rows of assets whose properties or content changed, ascending.
  let changedRows: [Int64]
  /// Those of them whose pixels changed.
  let contentRows: [Int64]
  /// Those that were deleted, ascending.
  let removedRows: [Int64]

  init(library: AssetLibrary, changedRows: [Int64] = [], contentRows: [Int64] = [], removedRows: [Int64] = []) {
    self.library = library
    self.changedRows = changedRows
    self.contentRows = contentRows
    self.removedRows = removedRows
  }

  /// What happened to a fetch result; nil when nothing did.
  public func changeDetails(for result: FetchResult<Asset>) throws(CatalogError) -> FetchResultChangeDetails? {
    guard let query = result.query else { return nil }
    let after = try library.run(query)
    let details = FetchResultChangeDetails(before: result, after: after, changedRows: changedRows)
    return details.isEmpty ? nil : details
  }

  /// True when an asset's pixels changed: images of it are of no use any more (`assetContentChanged`).
  public func hasContentChange(of asset: Asset) -> Bool { contentRows.contains(asset.id.rawValue) }

  /// The assets whose pixels changed.
  public var contentChangedAssets: [AssetID] { contentRows.map { AssetID(rawValue: $0) } }

  /// The assets that were deleted.
  public var removedAssets: [AssetID] { removedRows.map { AssetID(rawValue: $0) } }
}
