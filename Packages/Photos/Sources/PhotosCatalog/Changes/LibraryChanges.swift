public import PhotosModel
public import StrategyKit

/// What a change block wishes for: the change requests of Photos, as calls.
///
/// Nothing happens while the block runs. When it has returned all of it happens, or none.
public struct LibraryChanges {
  private let library: AssetLibrary
  private(set) var operations: [ChangeOperation] = []
  /// The first wish that cannot be one; the block goes on and the change fails.
  private(set) var failure: CatalogError?

  init(_ library: AssetLibrary) { self.library = library }

  // MARK: Assets (PHAssetChangeRequest, PHAssetCreationRequest)

  /// A new asset that shows a file of the library (`creationRequestForAsset`).
  ///
  /// - Parameters:
  ///   - file: Which of the library's files.
  ///   - pixelSize: As the file stands upright.
  ///   - creationMs: Thousandths of a second since 1970.
  @discardableResult
  public mutating func createAsset(
    file: ItemID, pixelSize: PixelSize, creationMs: Int64, mediaType: AssetMediaType = .image
  ) -> ObjectPlaceholder {
    let placeholder = library.placeholder(.asset)
    var asset = Asset(
      id: AssetID(rawValue: placeholder.row), library: placeholder.library, file: file, pixelSize: pixelSize)
    asset.creationMs = creationMs
    asset.modificationMs = creationMs
    asset.mediaType = mediaType
    operations.append(.create(asset))
    return placeholder
  }

  /// To Recently Deleted.
  public mutating func deleteAssets(_ assets: [any AssetReference]) {
    operations.append(.deleteAssets(rows(of: assets)))
  }

  public mutating func setFavorite(_ isFavorite: Bool, of assets: [any AssetReference]) {
    operations.append(.edit(rows(of: assets), .favorite(isFavorite)))
  }

  public mutating func setHidden(_ isHidden: Bool, of assets: [any AssetReference]) {
    operations.append(.edit(rows(of: assets), .hidden(isHidden)))
  }

  /// - Parameter creationMs: Thousandths of a second since 1970.
  public mutating func setCreationDate(ms creationMs: Int64, of assets: [any AssetReference]) {
    operations.append(.edit(rows(of: assets), .creationMs(creationMs)))
  }

  /// An edit of the pixels (`contentEditingOutput`); `.none` takes it back (`revertAssetContentToOriginal`).
  public mutating func adjust(_ adjustment: AssetAdjustment, _ assets: [any AssetReference]) {
    operations.append(.edit(rows(of: assets), .adjustment(adjustment)))
  }

  // MARK: Albums (PHAssetCollectionChangeRequest)

  public mutating func createAlbum(title: String) -> ObjectPlaceholder {
    let placeholder = library.placeholder(.collection)
    operations.append(.createCollection(row: placeholder.row, title: title, isList: false))
    return placeholder
  }

  /// At the end.
  public mutating func addAssets(_ assets: [any AssetReference], to album: any CollectionReference) {
    guard let album = row(of: album, .collection) else { return }
    operations.append(.insertMembers(rows(of: assets), album: album, at: nil))
  }

  public mutating func insertAssets(
    _ assets: [any AssetReference], at index: Int, in album: any CollectionReference
  ) {
    guard let album = row(of: album, .collection) else { return }
    operations.append(.insertMembers(rows(of: assets), album: album, at: index))
  }

  /// Out of the album; they stay in the library.
  public mutating func removeAssets(_ assets: [any AssetReference], from album: any CollectionReference) {
    guard let album = row(of: album, .collection) else { return }
    operations.append(.removeMembers(rows(of: assets), album: album))
  }

  /// - Parameters:
  ///   - indexes: Places in the album, before the move.
  ///   - target: The place of the first, once those that move are taken out.
  public mutating func moveAssets(at indexes: [Int], to target: Int, in album: any CollectionReference) {
    guard let album = row(of: album, .collection) else { return }
    operations.append(.moveMembers(from: indexes.sorted(), to: target, album: album))
  }

  // MARK: Folders (PHCollectionListChangeRequest)

  public mutating func createFolder(title: String) -> ObjectPlaceholder {
    let placeholder = library.placeholder(.list)
    operations.append(.createCollection(row: placeholder.row, title: title, isList: true))
    return placeholder
  }

  /// Into a folder, or to the top level without one.
  public mutating func move(
    _ collections: [any CollectionReference], into folder: (any CollectionReference)?, at index: Int? = nil
  ) {
    let rows = collections.compactMap { row(of: $0, nil) }
    guard let folder else { return operations.append(.moveCollections(rows, into: nil, at: index)) }
    guard let target = row(of: folder, .list) else { return }
    operations.append(.moveCollections(rows, into: target, at: index))
  }

  public mutating func rename(_ collection: any CollectionReference, to title: String) {
    guard let row = row(of: collection, nil) else { return }
    operations.append(.rename(row, title: title))
  }

  /// Albums, and folders with all they hold; assets stay in the library.
  public mutating func delete(_ collections: [any CollectionReference]) {
    operations.append(.deleteCollections(collections.compactMap { row(of: $0, nil) }))
  }

  private mutating func rows(of assets: [any AssetReference]) -> [Int64] {
    assets.compactMap { asset in
      if let row = library.rowOf(asset.localIdentifier, .asset) { return row }
      fail(.notFound("asset \(asset.localIdentifier)"))
      return nil
    }
  }

  /// The row of an album or a folder; smart albums cannot be changed.
  private mutating func row(of collection: any CollectionReference, _ kind: LocalIdentifier.Kind?) -> Int64? {
    let name = collection.localIdentifier
    if let album = collection as? AssetCollection, album.kind != .album {
      fail(.refused("\(album.localizedTitle) is filled by the library itself: change an album of the user's"))
      return nil
    }
    for kind in kind.map({ [$0] }) ?? [.collection, .list] {
      if let row = library.rowOf(name, kind) { return row }
    }
    fail(.notFound("album or folder \(name)"))
    return nil
  }

  private mutating func fail(_ error: CatalogError) { failure = failure ?? error }
}
