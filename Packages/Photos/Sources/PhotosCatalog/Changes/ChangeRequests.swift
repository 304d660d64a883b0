public import Foundation
import GRDB
import LabLibrary
public import PhotosModel
public import StrategyKit

// The change requests of Photos, for use in a block of `performChanges` only. Lists of assets or albums may be arrays,
// `NSArray`s or fetch results, of objects or placeholders.

#if !canImport(ObjectiveC)
  /// The list type of change requests: any sequence.
  public typealias NSFastEnumeration = any Sequence
#endif

/// A request that creates, changes or deletes assets (`PHAssetChangeRequest`).
public class AssetChangeRequest {
  private let recorder = ChangeRecorder.open
  private let row: Int64?
  /// The asset that the request makes, or nil if it changes an existing one.
  public let placeholderForCreatedAsset: ObjectPlaceholder?

  public var creationDate: Date? {
    didSet {
      // The catalog stores dates as 64-bit milliseconds.
      let ms = (creationDate?.timeIntervalSince1970 ?? .nan) * 1_000
      guard abs(ms) < 9e15 else { return recorder.fail(PhotosError(.changeNotSupported, "no creation date")) }
      edit(["creationDate": Int64(ms.rounded())])
    }
  }

  public var location: AssetLocation? {
    didSet { edit(["latitude": location?.coordinate.latitude, "longitude": location?.coordinate.longitude]) }
  }

  public var isFavorite: Bool { didSet { edit(["favorite": isFavorite]) } }
  public var isHidden: Bool { didSet { edit(["hidden": isHidden]) } }
  /// An edit of the pixels, in place of Photos' `contentEditingOutput`.
  public var adjustment: AssetAdjustment {
    didSet {
      let adjustment = adjustment
      edit(["adjustment": adjustment.rawValue]) { writer, row in try writer.turn(row, to: adjustment) }
    }
  }

  /// Creates a request that changes an asset.
  public init(for asset: Asset) {
    (creationDate, location) = (asset.creationDate, asset.location)
    (isFavorite, isHidden, adjustment) = (asset.isFavorite, asset.isHidden, asset.adjustment)
    row = recorder.rows(of: [asset], .asset).first
    placeholderForCreatedAsset = nil
  }

  private init(creating file: ItemID?) {
    let placeholder = recorder.placeholder(.asset)
    (creationDate, location, isFavorite, isHidden, adjustment) = (nil, nil, false, false, .none)
    row = placeholder.row
    placeholderForCreatedAsset = placeholder
    guard let file, recorder.library.catalog.files.index.assets.indices.contains(file.index) else {
      let cure = "create it from an image that a request gave"
      recorder.fail(PhotosError(.invalidResource, "a new asset shows a file of this library: \(cure)"))
      return
    }
    recorder.append(.addsAsset, assets: [placeholder.row]) { try $0.create(placeholder.row, file) }
  }

  /// Requests a new asset. The model stores no pixels: the asset shows the library file of the image.
  public static func creationRequestForAsset(from image: PhotosImage) -> AssetChangeRequest {
    AssetChangeRequest(creating: image.file)
  }

  /// Requests a new asset that shows a file of the library.
  public static func creationRequestForAsset(from file: ItemID) -> AssetChangeRequest {
    AssetChangeRequest(creating: file)
  }

  /// Moves assets to Recently Deleted.
  public static func deleteAssets(_ assets: any Sequence) {
    let recorder = ChangeRecorder.open
    let rows = recorder.rows(of: assets, .asset)
    recorder.append(.deletesAssets, assets: rows) { writer in
      for row in rows { try writer.deleteAsset(row) }
    }
  }

  /// Undoes the edit of the asset.
  public func revertAssetContentToOriginal() { adjustment = .none }

  /// - Parameters:
  ///   - columns: New values by column.
  ///   - first: Work to do before they are written.
  private func edit(
    _ columns: KeyValuePairs<String, (any DatabaseValueConvertible & Sendable)?>,
    first: @escaping @Sendable (inout ChangeWriter, Int64) throws -> Void = { _, _ in }
  ) {
    guard let row else { return }
    let columns = columns.map { (name: $0.key, value: $0.value?.databaseValue ?? .null) }
    recorder.append(.editsAsset, assets: [row]) { writer in
      try writer.checkChosen(row)
      try first(&writer, row)
      try writer.edit(row, columns)
    }
  }
}

/// The common part of requests for albums and for folders.
public class CollectionChangeRequest {
  fileprivate let recorder = ChangeRecorder.open
  fileprivate let row: Int64
  private let placeholder: ObjectPlaceholder?

  public var title: String {
    didSet {
      let (row, title) = (row, title)
      recorder.append(.changesAlbum) { try $0.rename(row, title) }
    }
  }

  /// Creates a request that changes an existing album or folder, or returns nil for a smart album.
  fileprivate init?(of collection: PhotoCollection, _ kind: LocalIdentifier.Kind) {
    guard collection.canPerform(.addContent), let row = recorder.rows(of: [collection], kind).first else { return nil }
    self.row = row
    title = collection.localizedTitle ?? ""
    placeholder = nil
    count(in: nil)
  }

  fileprivate init(creating title: String, _ kind: LocalIdentifier.Kind) {
    let made = recorder.placeholder(kind)
    (row, placeholder, self.title) = (made.row, made, title)
    recorder.append(.changesAlbum) { try $0.createCollection(made.row, title, isList: kind == .list) }
  }

  fileprivate var placeholderForCreated: ObjectPlaceholder {
    guard let placeholder else { preconditionFailure("this request changes what is there and makes nothing") }
    return placeholder
  }

  /// Makes places refer to these rows, or to the current contents.
  fileprivate func count(in rows: [Int64]?) {
    let row = row
    recorder.append(.changesAlbum) { $0.fetched[row] = rows }
  }

  /// Deletes albums, whose assets stay in the library, or folders with all their contents.
  fileprivate static func delete(_ collections: any Sequence, _ kind: LocalIdentifier.Kind) {
    let recorder = ChangeRecorder.open
    let rows = recorder.rows(of: collections, kind)
    recorder.append(.deletesAlbums) { writer in
      for row in rows { try writer.deleteCollection(row) }
    }
  }
}

/// A request that creates, changes or deletes albums of the user (`PHAssetCollectionChangeRequest`).
public final class AssetCollectionChangeRequest: CollectionChangeRequest {
  /// The album that the request makes.
  ///
  /// - Precondition: The request makes one.
  public var placeholderForCreatedAssetCollection: ObjectPlaceholder { placeholderForCreated }

  /// Creates a request that changes an album, or returns nil for a smart album.
  public init?(for assetCollection: AssetCollection) { super.init(of: assetCollection, .collection) }

  /// Creates a request whose places refer to `assets` as they were fetched, whatever changed since.
  public convenience init?(for assetCollection: AssetCollection, assets: FetchResult<Asset>) {
    self.init(for: assetCollection)
    count(in: assets.rows)
  }

  private init(creating title: String) { super.init(creating: title, .collection) }

  public static func creationRequestForAssetCollection(withTitle title: String) -> AssetCollectionChangeRequest {
    AssetCollectionChangeRequest(creating: title)
  }

  /// Deletes albums; their assets stay in the library.
  public static func deleteAssetCollections(_ assetCollections: any Sequence) { delete(assetCollections, .collection) }

  /// Adds assets at the end; those already in the album keep their places.
  public func addAssets(_ assets: any Sequence) { insert(assets, at: nil) }

  public func insertAssets(_ assets: any Sequence, at indexes: IndexSet) { insert(assets, at: Array(indexes)) }

  private func insert(_ assets: any Sequence, at places: [Int]?) {
    let (album, rows) = (row, recorder.rows(of: assets, .asset))
    recorder.append(.changesAlbum) { try $0.insert(rows, into: album, at: places) }
  }

  /// Removes assets from the album; they stay in the library.
  public func removeAssets(_ assets: any Sequence) {
    let gone = Set(recorder.rows(of: assets, .asset))
    arrange { members in
      guard gone.isSubset(of: members) else { throw PhotosError.notFound("asset of that name in the album") }
      members.removeAll { gone.contains($0) }
    }
  }

  public func removeAssets(at indexes: IndexSet) { arrange { try $0.removeRows(at: Array(indexes)) } }

  public func replaceAssets(at indexes: IndexSet, withAssets assets: any Sequence) {
    let rows = recorder.rows(of: assets, .asset)
    arrange { members in
      let places = Array(indexes)
      try members.check(places)
      guard places.count == rows.count else { throw PhotosError.refused("as many assets as places") }
      for (place, row) in zip(places, rows) { members[place] = row }
      guard Set(members).count == members.count else { throw PhotosError.refused("an album holds an asset once") }
    }
  }

  /// Moves assets within the album.
  ///
  /// - Parameters:
  ///   - fromIndexes: Places in the album before the move.
  ///   - toIndex: The place of the first of them, counted without the assets that move.
  public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
    arrange { try $0.moveRows(at: Array(fromIndexes), to: toIndex) }
  }

  private func arrange(_ body: @escaping @Sendable (inout [Int64]) throws -> Void) {
    let album = row
    recorder.append(.changesAlbum) { try $0.rewrite(album, body) }
  }
}

/// A request that creates, changes or deletes folders of the user (`PHCollectionListChangeRequest`).
public final class CollectionListChangeRequest: CollectionChangeRequest {
  /// The folder that the request makes.
  ///
  /// - Precondition: The request makes one.
  public var placeholderForCreatedCollectionList: ObjectPlaceholder { placeholderForCreated }

  public init?(for collectionList: CollectionList) { super.init(of: collectionList, .list) }

  /// Creates a request whose places refer to `childCollections` as they were fetched.
  public convenience init?(for collectionList: CollectionList, childCollections: FetchResult<PhotoCollection>) {
    self.init(for: collectionList)
    count(in: childCollections.rows)
  }

  private init(creating title: String) { super.init(creating: title, .list) }

  public static func creationRequestForCollectionList(withTitle title: String) -> CollectionListChangeRequest {
    CollectionListChangeRequest(creating: title)
  }

  /// Deletes folders with all their contents; assets stay in the library.
  public static func deleteCollectionLists(_ collectionLists: any Sequence) { delete(collectionLists, .list) }

  /// Moves collections to the end of the folder.
  public func addChildCollections(_ collections: any Sequence) { move(collections, into: row, at: nil) }

  public func insertChildCollections(_ collections: any Sequence, at indexes: IndexSet) {
    move(collections, into: row, at: Array(indexes))
  }

  /// Moves collections out of the folder, to the end of the top level.
  public func removeChildCollections(_ collections: any Sequence) { move(collections, into: nil, at: nil) }

  private func move(_ collections: any Sequence, into folder: Int64?, at places: [Int]?) {
    let rows = recorder.rows(of: collections, .collection, .list)
    recorder.append(.changesAlbum) { try $0.move(rows, into: folder, at: places) }
  }

  public func removeChildCollections(at indexes: IndexSet) {
    let folder = row
    recorder.append(.changesAlbum) { try $0.removeChildren(at: Array(indexes), of: folder) }
  }

  public func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
    let folder = row
    recorder.append(.changesAlbum) { writer in
      try writer.reorder(folder) { try $0.moveRows(at: Array(indexes), to: toIndex) }
    }
  }
}
