public import Foundation
import LabLibrary
public import PhotosModel
public import StrategyKit

// The change requests of Photos. They are made in a block of `performChanges` alone. Lists of assets or of albums may be
// arrays, `NSArray`s or fetch results, of objects and of placeholders.

#if !canImport(ObjectiveC)
  /// What change requests take: any list.
  public typealias NSFastEnumeration = any Sequence
#endif

/// Creates, changes or deletes assets (`PHAssetChangeRequest`).
public class AssetChangeRequest {
  private let recorder = ChangeRecorder.open
  private let row: Int64?
  /// The asset that is made; nil where one is changed.
  public let placeholderForCreatedAsset: ObjectPlaceholder?

  public var creationDate: Date? {
    didSet {
      // The catalog's dates are thousandths of a second, 64 bits of them.
      let ms = (creationDate?.timeIntervalSince1970 ?? .nan) * 1_000
      guard abs(ms) < 9e15 else { return recorder.fail(PhotosError(.changeNotSupported, "no creation date")) }
      record(.creationMs(Int64(ms.rounded())))
    }
  }

  public var location: AssetLocation? { didSet { record(.location(location)) } }
  public var isFavorite: Bool { didSet { record(.favorite(isFavorite)) } }
  public var isHidden: Bool { didSet { record(.hidden(isHidden)) } }
  /// An edit of the pixels: what `contentEditingOutput` is for in Photos.
  public var adjustment: AssetAdjustment { didSet { record(.adjustment(adjustment)) } }

  /// A change of an asset.
  public init(for asset: Asset) {
    (creationDate, location) = (asset.creationDate, asset.location)
    (isFavorite, isHidden, adjustment) = (asset.isFavorite, asset.isHidden, asset.adjustment)
    row = recorder.rows(ofAssets: [asset]).first
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
    recorder.append(.create(row: placeholder.row, file: file))
  }

  /// A new asset. The model stores no pixels: it shows the library's file that the image was made from.
  public static func creationRequestForAsset(from image: PhotosImage) -> AssetChangeRequest {
    AssetChangeRequest(creating: image.file)
  }

  /// A new asset that shows a file of the library.
  public static func creationRequestForAsset(from file: ItemID) -> AssetChangeRequest {
    AssetChangeRequest(creating: file)
  }

  /// To Recently Deleted.
  public static func deleteAssets(_ assets: any Sequence) {
    let recorder = ChangeRecorder.open
    recorder.append(.deleteAssets(recorder.rows(ofAssets: assets)))
  }

  /// Takes an edit back.
  public func revertAssetContentToOriginal() { adjustment = .none }

  private func record(_ edit: AssetEdit) { if let row { recorder.append(.edit([row], edit)) } }
}

/// Creates, changes or deletes albums of the user (`PHAssetCollectionChangeRequest`).
public final class AssetCollectionChangeRequest {
  private let recorder = ChangeRecorder.open
  private let row: Int64
  private let placeholder: ObjectPlaceholder?

  public var title: String { didSet { recorder.append(.rename(row, title: title)) } }

  /// The album that is made.
  ///
  /// - Precondition: the request makes one.
  public var placeholderForCreatedAssetCollection: ObjectPlaceholder {
    guard let placeholder else { preconditionFailure("this request changes an album and makes none") }
    return placeholder
  }

  /// A change of an album; nil of one that the library fills itself.
  public init?(for assetCollection: AssetCollection) {
    guard assetCollection.canPerform(.addContent) else { return nil }
    guard let row = recorder.rows(of: [assetCollection], .collection).first else { return nil }
    self.row = row
    title = assetCollection.localizedTitle ?? ""
    placeholder = nil
    recorder.append(.count(in: nil, of: row))
  }

  /// The same, with places that count in `assets`, as they were fetched, whatever has come or gone since.
  public convenience init?(for assetCollection: AssetCollection, assets: FetchResult<Asset>) {
    self.init(for: assetCollection)
    recorder.append(.count(in: Array(assets.rows.all), of: row))
  }

  private init(creating title: String) {
    let made = recorder.placeholder(.collection)
    (row, placeholder, self.title) = (made.row, made, title)
    recorder.append(.createCollection(row: made.row, title: title, isList: false))
  }

  public static func creationRequestForAssetCollection(withTitle title: String) -> AssetCollectionChangeRequest {
    AssetCollectionChangeRequest(creating: title)
  }

  /// Albums; their assets stay in the library.
  public static func deleteAssetCollections(_ assetCollections: any Sequence) {
    let recorder = ChangeRecorder.open
    recorder.append(.deleteCollections(recorder.rows(of: assetCollections, .collection)))
  }

  /// At the end; what is in the album already stays where it is.
  public func addAssets(_ assets: any Sequence) {
    recorder.append(.insertMembers(recorder.rows(ofAssets: assets), album: row, at: nil))
  }

  public func insertAssets(_ assets: any Sequence, at indexes: IndexSet) {
    recorder.append(.insertMembers(recorder.rows(ofAssets: assets), album: row, at: Array(indexes)))
  }

  /// Out of the album; they stay in the library.
  public func removeAssets(_ assets: any Sequence) {
    recorder.append(.removeMembers(recorder.rows(ofAssets: assets), album: row))
  }

  public func removeAssets(at indexes: IndexSet) { recorder.append(.removeMembersAt(Array(indexes), album: row)) }

  public func replaceAssets(at indexes: IndexSet, withAssets assets: any Sequence) {
    recorder.append(.replaceMembers(at: Array(indexes), with: recorder.rows(ofAssets: assets), album: row))
  }

  /// - Parameters:
  ///   - fromIndexes: Places in the album, before the move.
  ///   - toIndex: The place of the first, once those that move are taken out.
  public func moveAssets(at fromIndexes: IndexSet, to toIndex: Int) {
    recorder.append(.moveMembers(from: Array(fromIndexes), to: toIndex, album: row))
  }
}

/// Creates, changes or deletes folders of the user (`PHCollectionListChangeRequest`).
public final class CollectionListChangeRequest {
  private let recorder = ChangeRecorder.open
  private let row: Int64
  private let placeholder: ObjectPlaceholder?

  public var title: String { didSet { recorder.append(.rename(row, title: title)) } }

  /// The folder that is made.
  ///
  /// - Precondition: the request makes one.
  public var placeholderForCreatedCollectionList: ObjectPlaceholder {
    guard let placeholder else { preconditionFailure("this request changes a folder and makes none") }
    return placeholder
  }

  public init?(for collectionList: CollectionList) {
    guard let row = recorder.rows(of: [collectionList], .list).first else { return nil }
    self.row = row
    title = collectionList.localizedTitle ?? ""
    placeholder = nil
    recorder.append(.count(in: nil, of: row))
  }

  /// The same, with places that count in `childCollections`, as they were fetched.
  public convenience init?(for collectionList: CollectionList, childCollections: FetchResult<PhotoCollection>) {
    self.init(for: collectionList)
    recorder.append(.count(in: Array(childCollections.rows.all), of: row))
  }

  private init(creating title: String) {
    let made = recorder.placeholder(.list)
    (row, placeholder, self.title) = (made.row, made, title)
    recorder.append(.createCollection(row: made.row, title: title, isList: true))
  }

  public static func creationRequestForCollectionList(withTitle title: String) -> CollectionListChangeRequest {
    CollectionListChangeRequest(creating: title)
  }

  /// Folders with all they hold; assets stay in the library.
  public static func deleteCollectionLists(_ collectionLists: any Sequence) {
    let recorder = ChangeRecorder.open
    recorder.append(.deleteCollections(recorder.rows(of: collectionLists, .list)))
  }

  /// Into the folder, at its end, from wherever they are.
  public func addChildCollections(_ collections: any Sequence) {
    recorder.append(.moveCollections(recorder.rows(of: collections, .collection, .list), into: row, at: nil))
  }

  public func insertChildCollections(_ collections: any Sequence, at indexes: IndexSet) {
    recorder.append(
      .moveCollections(recorder.rows(of: collections, .collection, .list), into: row, at: Array(indexes)))
  }

  /// Out of the folder, to the end of the top level.
  public func removeChildCollections(_ collections: any Sequence) {
    recorder.append(.moveCollections(recorder.rows(of: collections, .collection, .list), into: nil, at: nil))
  }

  public func removeChildCollections(at indexes: IndexSet) {
    recorder.append(.removeChildrenAt(Array(indexes), folder: row))
  }

  public func moveChildCollections(at indexes: IndexSet, to toIndex: Int) {
    recorder.append(.moveChildren(from: Array(indexes), to: toIndex, folder: row))
  }
}
