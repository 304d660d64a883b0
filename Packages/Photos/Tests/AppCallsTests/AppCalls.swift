import Foundation
import PhotosCatalog
import PhotosModel

// The usual calls of apps, as they are written for Photos, without the prefix PH: that they compile is most of the test.
// `UIImage` is `PhotosImage`, as the guide says, and views are small classes.

typealias UIImage = PhotosImage

@MainActor final class UIImageView { var image: UIImage? }

@MainActor final class PhotoCell {
  let imageView = UIImageView()
  var representedAssetIdentifier = ""
  var tag = 0
  var isLoading = false
  var progress: Float = 0
}

@MainActor final class GridController {
  var fetchResult: FetchResult<Asset>
  var assetCollection: AssetCollection?
  let imageManager = CachingImageManager()
  var requestID: ImageRequestID = InvalidImageRequestID
  let thumbnailSize = CGSize(width: 200, height: 200)
  var reloads = 0
  var log: [String] = []

  init() {
    // 1
    let allPhotosOptions = FetchOptions()
    allPhotosOptions.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: true)]
    fetchResult = Asset.fetchAssets(with: allPhotosOptions)
    // 2
    PhotoLibrary.shared().register(self)
  }

  // 3: Apple's own cell code.
  func configure(_ cell: PhotoCell, at indexPath: Int) {
    let asset = fetchResult.object(at: indexPath)
    cell.representedAssetIdentifier = asset.localIdentifier
    imageManager.requestImage(
      for: asset, targetSize: thumbnailSize, contentMode: .aspectFill, options: nil,
      resultHandler: { image, _ in
        // UIKit may have recycled this cell by the handler's activation time.
        if cell.representedAssetIdentifier == asset.localIdentifier {
          cell.imageView.image = image
        }
      })
  }

  // 4: the number of a request in a tag.
  func reuse(_ cell: PhotoCell, _ asset: Asset) {
    let manager = ImageManager.default()
    if cell.tag != 0 { manager.cancelImageRequest(ImageRequestID(cell.tag)) }
    cell.tag = Int(
      manager.requestImage(
        for: asset, targetSize: CGSize(width: 100.0, height: 100.0), contentMode: .aspectFill, options: nil
      ) { (result, _) in
        cell.imageView.image = result
      })
  }

  // 5: progress, and what the info dictionary says.
  func download(_ asset: Asset, into cell: PhotoCell) {
    let options = ImageRequestOptions()
    options.deliveryMode = .highQualityFormat
    options.isNetworkAccessAllowed = true
    options.progressHandler = { progress, _, stop, _ in
      // The handler may originate on a background queue.
      DispatchQueue.main.async { cell.progress = Float(progress) }
      if progress > 1 { stop.pointee = true }
    }
    cell.isLoading = true
    requestID = ImageManager.default().requestImage(
      for: asset, targetSize: ImageManagerMaximumSize, contentMode: .aspectFit, options: options
    ) { image, info in
      cell.isLoading = false
      if let error = info?[ImageErrorKey] as? Error { self.log.append(error.localizedDescription) }
      if let cancelled = info?[ImageCancelledKey] as? Bool, cancelled { return }
      let isDegraded = (info?[ImageResultIsDegradedKey] as? Bool) ?? false
      let isInCloud = (info?[ImageResultIsInCloudKey] as? NSNumber)?.boolValue ?? false
      guard let image = image, !isDegraded, !isInCloud else { return }
      cell.imageView.image = image
    }
  }

  // 6: an image at once.
  func thumbnail(of asset: Asset) -> UIImage? {
    let manager = ImageManager.default()
    let option = ImageRequestOptions()
    var thumbnail: UIImage?
    option.isSynchronous = true
    manager.requestImage(
      for: asset, targetSize: CGSize(width: 100, height: 100), contentMode: .aspectFit, options: option,
      resultHandler: { (result: UIImage?, info: [AnyHashable: Any]?) -> Void in
        thumbnail = result
      })
    return thumbnail
  }

  // 7: an image awaited.
  func image(of asset: Asset) async -> UIImage? {
    let options = ImageRequestOptions()
    options.deliveryMode = .highQualityFormat
    options.resizeMode = .exact
    options.normalizedCropRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    options.version = .current
    return await withCheckedContinuation { continuation in
      ImageManager.default().requestImage(
        for: asset, targetSize: thumbnailSize, contentMode: .aspectFill, options: options
      ) { image, _ in
        continuation.resume(returning: image)
      }
    }
  }

  // 8: data.
  func data(of asset: Asset, _ completion: @escaping (Data?) -> Void) {
    ImageManager.default().requestImageDataAndOrientation(for: asset, options: nil) {
      data, dataUTI, orientation, info in
      guard orientation == .up, dataUTI != nil, let data, UIImage(data: data) != nil else { return completion(nil) }
      completion(data)
    }
  }

  // 9: Apple's updateCachedAssets.
  func updateCachedAssets(added: [Int], removed: [Int]) {
    let addedAssets = added.map { index in fetchResult.object(at: index) }
    let removedAssets = removed.map { index in fetchResult.object(at: index) }
    imageManager.startCachingImages(for: addedAssets, targetSize: thumbnailSize, contentMode: .aspectFill, options: nil)
    imageManager.stopCachingImages(
      for: removedAssets, targetSize: thumbnailSize, contentMode: .aspectFill, options: nil)
    imageManager.allowsCachingHighQualityImages = false
    if added.isEmpty { imageManager.stopCachingImagesForAllAssets() }
  }

  // 10: albums.
  func albums() -> [(String, Int)] {
    var albums: [(String, Int)] = []
    let smartAlbums = AssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: .albumRegular, options: nil)
    smartAlbums.enumerateObjects { collection, index, stop in
      albums.append((collection.localizedTitle ?? "", collection.estimatedAssetCount))
      if index == 3 { stop.pointee = true }
    }
    let userCollections = CollectionList.fetchTopLevelUserCollections(with: nil)
    for i in 0..<userCollections.count {
      guard let assetCollection = userCollections.object(at: i) as? AssetCollection else { continue }
      let assets = Asset.fetchAssets(in: assetCollection, options: nil)
      albums.append((assetCollection.localizedTitle!, assets.count))
    }
    return albums
  }

  // 11: an album by its name.
  func album(named title: String) -> AssetCollection? {
    let fetchOptions = FetchOptions()
    fetchOptions.predicate = NSPredicate(format: "title = %@", title)
    let collection = AssetCollection.fetchAssetCollections(with: .album, subtype: .any, options: fetchOptions)
    return collection.firstObject
  }

  // 12: photos of a time, newest first.
  func photos(since date: Date) -> FetchResult<Asset> {
    let options = FetchOptions()
    options.predicate = NSPredicate(
      format: "mediaType == %d AND creationDate > %@", AssetMediaType.image.rawValue, date as NSDate)
    options.sortDescriptors = [
      NSSortDescriptor(key: "creationDate", ascending: false),
      NSSortDescriptor(key: "modificationDate", ascending: false),
    ]
    options.fetchLimit = 20
    options.includeHiddenAssets = false
    options.includeAssetSourceTypes = [.typeUserLibrary, .typeiTunesSynced]
    return Asset.fetchAssets(with: options)
  }

  // 13: a favourite, as a toolbar sets it.
  func toggleFavorite(_ asset: Asset, done: @escaping @Sendable (Bool) -> Void) {
    PhotoLibrary.shared().performChanges(
      {
        for request in [asset].map({ AssetChangeRequest(for: $0) }) { request.isFavorite = !asset.isFavorite }
      },
      completionHandler: { success, error in
        if success {
          DispatchQueue.main.sync { done(true) }
        } else {
          print("Can't mark the asset: \(String(describing: error))")
        }
      })
  }

  // 14: an image goes to the library and into an album.
  func add(_ image: UIImage, to assetCollection: AssetCollection?) async throws {
    try await PhotoLibrary.shared().performChanges {
      let creationRequest = AssetChangeRequest.creationRequestForAsset(from: image)
      if let assetCollection = assetCollection {
        let addAssetRequest = AssetCollectionChangeRequest(for: assetCollection)
        addAssetRequest?.addAssets([creationRequest.placeholderForCreatedAsset!] as NSArray)
      }
    }
  }

  // 15: a new album.
  func createAlbum(_ title: String) throws -> AssetCollection? {
    var placeholder: ObjectPlaceholder?
    try PhotoLibrary.shared().performChangesAndWait {
      let request = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: title)
      placeholder = request.placeholderForCreatedAssetCollection
    }
    let identifier = placeholder?.localIdentifier ?? ""
    return AssetCollection.fetchAssetCollections(withLocalIdentifiers: [identifier], options: nil).firstObject
  }

  // 16: a deletion.
  func delete(_ asset: Asset) async throws {
    try await PhotoLibrary.shared().performChanges {
      AssetChangeRequest.deleteAssets([asset].filter { $0.canPerform(.delete) } as NSArray)
    }
  }

  // 17: what may be done.
  func buttons(for asset: Asset) -> [Bool] {
    [asset.canPerform(.content), asset.canPerform(.delete), assetCollection?.canPerform(.removeContent) ?? false]
  }

  // 18: access.
  func start() async -> String {
    switch PhotoLibrary.authorizationStatus(for: .readWrite) {
    case .notDetermined: return await PhotoLibrary.requestAuthorization(for: .readWrite) == .authorized ? "yes" : "no"
    case .authorized, .limited: return "yes"
    case .denied, .restricted: return "no"
    @unknown default: return "?"
    }
  }
}

// 19: Apple's photoLibraryDidChange.
extension GridController: PhotoLibraryChangeObserver {
  nonisolated func photoLibraryDidChange(_ changeInstance: Change) {
    // Change notifications may originate from a background queue.
    DispatchQueue.main.sync {
      MainActor.assumeIsolated {
        guard let changes = changeInstance.changeDetails(for: fetchResult) else { return }
        fetchResult = changes.fetchResultAfterChanges
        guard changes.hasIncrementalChanges else {
          reloads += 1
          return
        }
        if let removed = changes.removedIndexes, removed.count > 0 { log.append("removed \(removed.count)") }
        if let inserted = changes.insertedIndexes, !inserted.isEmpty {
          log.append("inserted \(inserted.map { $0 }.count)")
        }
        if let changed = changes.changedIndexes, changed.count > 0 {
          log.append("changed \(changes.changedObjects.count)")
        }
        changes.enumerateMoves { fromIndex, toIndex in self.log.append("moved \(fromIndex) \(toIndex)") }
      }
    }
  }
}

// 20: a picker.
@MainActor final class Picking: PickerViewControllerDelegate {
  var image: UIImage?
  var results: [PickerResult] = []
  var finished: (() -> Void)?

  func present() -> PickerViewController {
    var configuration = PickerConfiguration(photoLibrary: .shared())
    configuration.filter = .any(of: [.images, .livePhotos])
    configuration.selectionLimit = 3
    configuration.selection = .ordered
    configuration.preferredAssetRepresentationMode = .current
    let picker = PickerViewController(configuration: configuration)
    picker.delegate = self
    return picker
  }

  func picker(_ picker: PickerViewController, didFinishPicking results: [PickerResult]) {
    self.results = results
    guard let provider = results.first?.itemProvider, provider.canLoadObject(ofClass: UIImage.self) else { return }
    provider.loadObject(ofClass: UIImage.self) { [weak self] image, error in
      DispatchQueue.main.async {
        self?.image = image as? UIImage
        self?.finished?()
      }
    }
  }
}

// 21: a file of another class than the main actor's.
final class Loader: NSObject {
  var images: [UIImage] = []
  private let manager = ImageManager.default()

  func load(_ fetchResult: FetchResult<Asset>) {
    for asset in fetchResult {
      let options = ImageRequestOptions()
      options.isSynchronous = true
      options.deliveryMode = .fastFormat
      manager.requestImage(
        for: asset, targetSize: CGSize(width: 50, height: 50), contentMode: .default, options: options
      ) {
        [weak self] image, _ in
        if let image { self?.images.append(image) }
      }
    }
  }
}

// 22: what a controller holds before it has fetched anything.
@MainActor final class AlbumList {
  var albums = FetchResult<AssetCollection>()
  var assets = FetchResult<Asset>()
  let manager = ImageManager()

  // 23: by a key path, and some of a result.
  func load(_ album: AssetCollection) -> [Asset] {
    let options = FetchOptions()
    options.sortDescriptors = [NSSortDescriptor(keyPath: \Asset.creationDate, ascending: false)]
    options.predicate = NSCompoundPredicate(andPredicateWithSubpredicates: [
      NSPredicate(value: true), NSPredicate(format: "mediaType == %d", AssetMediaType.image.rawValue),
    ])
    assets = Asset.fetchAssets(in: album, options: options)
    var some: [Asset] = []
    assets.enumerateObjects(at: IndexSet([0, 2]), options: .reverse) { asset, _, _ in some.append(asset) }
    guard assets.index(of: some[0], in: NSRange(location: 1, length: 2)) == 2 else { return [] }
    return some
  }

  // 24: folders.
  func tidy(_ album: AssetCollection) throws -> CollectionList? {
    try PhotoLibrary.shared().performChangesAndWait {
      let request = CollectionListChangeRequest.creationRequestForCollectionList(withTitle: "Trips")
      request.addChildCollections([album] as NSArray)
    }
    let folder = CollectionList.fetchCollectionListsContaining(album, options: nil).firstObject
    guard let folder else { return nil }
    let children = PhotoCollection.fetchCollections(in: folder, options: nil)
    try PhotoLibrary.shared().performChangesAndWait {
      let request = CollectionListChangeRequest(for: folder, childCollections: children)
      request?.removeChildCollections(at: IndexSet(integer: 0))
    }
    return folder
  }

  // 25: what went wrong.
  func message(_ error: any Error) -> String {
    guard let error = error as? PhotosError else { return error.localizedDescription }
    switch error.code {
    case .userCancelled: return "cancelled"
    case .notEnoughSpace, .missingResource: return "full"
    case .accessUserDenied, .accessRestricted: return "no access"
    default: return (error as NSError).domain == PhotosErrorDomain ? "Photos" : "?"
    }
  }

  // 26: a picked file.
  func file(_ result: PickerResult, done: @escaping @Sendable (String, Int) -> Void) {
    let name = result.itemProvider.suggestedName ?? "photo"
    result.itemProvider.loadFileRepresentation(forTypeIdentifier: "public.image") { url, error in
      done(name, url.flatMap { try? Data(contentsOf: $0).count } ?? 0)
    }
  }
}
