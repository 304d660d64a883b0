public import CacheLab
public import LabLibrary
public import PhotosModel

// The calls that Photos has on its types, of the shared library. `PHPhotoLibrary` is `PhotoLibrary` here, the library of
// files: its static calls lead to the shared library.

extension Asset {
  public static func fetchAssets(with options: FetchOptions?) -> FetchResult<Asset> {
    AssetLibrary.shared().fetchAssets(with: options)
  }

  public static func fetchAssets(with mediaType: AssetMediaType, options: FetchOptions?) -> FetchResult<Asset> {
    AssetLibrary.shared().fetchAssets(with: mediaType, options: options)
  }

  public static func fetchAssets(in assetCollection: AssetCollection, options: FetchOptions?) -> FetchResult<Asset> {
    assetCollection.photos.fetchAssets(in: assetCollection, options: options)
  }

  public static func fetchKeyAssets(
    in assetCollection: AssetCollection, options: FetchOptions?
  ) -> FetchResult<Asset>? { assetCollection.photos.fetchKeyAssets(in: assetCollection, options: options) }

  public static func fetchAssets(
    withLocalIdentifiers identifiers: [String], options: FetchOptions?
  ) -> FetchResult<Asset> { AssetLibrary.shared().fetchAssets(withLocalIdentifiers: identifiers, options: options) }

  public static func fetchAssets(
    withBurstIdentifier burstIdentifier: String, options: FetchOptions?
  ) -> FetchResult<Asset> { AssetLibrary.shared().fetchAssets(withBurstIdentifier: burstIdentifier, options: options) }
}

extension AssetCollection {
  public static func fetchAssetCollections(
    with type: AssetCollectionType, subtype: AssetCollectionSubtype, options: FetchOptions?
  ) -> FetchResult<AssetCollection> {
    AssetLibrary.shared().fetchAssetCollections(with: type, subtype: subtype, options: options)
  }

  public static func fetchAssetCollections(
    withLocalIdentifiers identifiers: [String], options: FetchOptions?
  ) -> FetchResult<AssetCollection> {
    AssetLibrary.shared().fetchAssetCollections(withLocalIdentifiers: identifiers, options: options)
  }

  public static func fetchAssetCollectionsContaining(
    _ asset: Asset, with type: AssetCollectionType, options: FetchOptions?
  ) -> FetchResult<AssetCollection> {
    AssetLibrary.shared().fetchAssetCollectionsContaining(asset, with: type, options: options)
  }
}

extension PhotoCollection {
  public static func fetchTopLevelUserCollections(with options: FetchOptions?) -> FetchResult<PhotoCollection> {
    AssetLibrary.shared().fetchTopLevelUserCollections(with: options)
  }

  public static func fetchCollections(
    in collectionList: CollectionList, options: FetchOptions?
  ) -> FetchResult<PhotoCollection> { collectionList.photos.fetchCollections(in: collectionList, options: options) }
}

extension CollectionList {
  public static func fetchCollectionLists(
    with type: CollectionListType, subtype: CollectionListSubtype, options: FetchOptions?
  ) -> FetchResult<CollectionList> {
    AssetLibrary.shared().fetchCollectionLists(with: type, subtype: subtype, options: options)
  }

  public static func fetchCollectionLists(
    withLocalIdentifiers identifiers: [String], options: FetchOptions?
  ) -> FetchResult<CollectionList> {
    AssetLibrary.shared().fetchCollectionLists(withLocalIdentifiers: identifiers, options: options)
  }

  public static func fetchCollectionListsContaining(
    _ collection: PhotoCollection, options: FetchOptions?
  ) -> FetchResult<CollectionList> {
    collection.photos.fetchCollectionListsContaining(collection, options: options)
  }
}

/// `PHPhotoLibrary`, for those of its calls that are on the type.
public typealias PhotoLibrary = LabLibrary.PhotoLibrary

extension PhotoLibrary {
  public static func shared() -> AssetLibrary { AssetLibrary.shared() }

  public static func authorizationStatus(for accessLevel: AccessLevel) -> AuthorizationStatus {
    shared().authorizationStatus(for: accessLevel)
  }

  public static func requestAuthorization(
    for accessLevel: AccessLevel, handler: @escaping @Sendable (AuthorizationStatus) -> Void
  ) { shared().requestAuthorization(for: accessLevel, handler: handler) }

  @discardableResult
  public static func requestAuthorization(for accessLevel: AccessLevel) async -> AuthorizationStatus {
    await withCheckedContinuation { answer in
      shared().requestAuthorization(for: accessLevel) { answer.resume(returning: $0) }
    }
  }

  /// The question of before there were levels. Limited access is `authorized` to it.
  public static func authorizationStatus() -> AuthorizationStatus {
    let status = authorizationStatus(for: .readWrite)
    return status == .limited ? .authorized : status
  }

  /// The question of before there were levels. Limited access is `authorized` to it.
  public static func requestAuthorization(_ handler: @escaping @Sendable (AuthorizationStatus) -> Void) {
    requestAuthorization(for: .readWrite) { handler($0 == .limited ? .authorized : $0) }
  }
}

extension ImageManager {
  /// The manager of the shared library.
  public static func `default`() -> ImageManager { AssetLibrary.shared().defaultManager }

  /// A manager of a library's files.
  public convenience init(
    of photos: AssetLibrary = .shared(), scheduler: any ImageScheduling = ThreadScheduler(),
    settings: ManagerSettings = ManagerSettings(), cloud: CloudModel = CloudModel()
  ) {
    self.init(LibraryImageSource(photos.catalog.files), scheduler: scheduler, settings: settings, cloud: cloud)
  }
}
