import GRDB
public import PhotosModel

// The fetches of Photos. `photos` is the library, by default the shared one; a fetch in an album or a folder uses the
// library of that object.

extension Asset {
  /// Fetches assets of the library.
  public static func fetchAssets(
    with options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> { photos.fetch(.everything, options) }

  /// Fetches assets of one type.
  public static func fetchAssets(
    with mediaType: AssetMediaType, options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> { photos.fetch(.assets(of: mediaType), options) }

  /// Fetches the assets of an album; a deleted album has none.
  public static func fetchAssets(
    in assetCollection: AssetCollection, options: FetchOptions? = nil
  ) -> FetchResult<Asset> { assetCollection.photos.fetch(.assets(in: assetCollection), options) }

  /// Fetches up to three first assets of an album, as its cover; nil if the album is empty.
  public static func fetchKeyAssets(
    in assetCollection: AssetCollection, options: FetchOptions? = nil
  ) -> FetchResult<Asset>? {
    let all = fetchAssets(in: assetCollection, options: options)
    guard all.count > 0 else { return nil }
    return assetCollection.photos.fetch(.assets(Array(all.rows.prefix(3))), options)
  }

  /// Fetches assets by identifier, including hidden ones and all photos of a burst. Unknown identifiers find nothing.
  /// The result is in the order of arrival, not of the identifiers.
  public static func fetchAssets(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> { photos.fetch(.assets(identifiers.compactMap { photos.rowOf($0, [.asset]) }), options) }

  /// Fetches the photos of a burst.
  public static func fetchAssets(
    withBurstIdentifier burstIdentifier: String, options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> {
    let number = burstIdentifier.hasPrefix("burst-") ? Int32(burstIdentifier.dropFirst(6)) : nil
    return photos.fetch(number.map { .assets(inBurst: $0) } ?? .assets([]), options)
  }
}

extension AssetCollection {
  /// Fetches the user's albums in the order of creation (none under limited access), or smart albums.
  public static func fetchAssetCollections(
    with type: AssetCollectionType, subtype: AssetCollectionSubtype = .any, options: FetchOptions? = nil,
    of photos: AssetLibrary = .shared()
  ) -> FetchResult<AssetCollection> {
    let all = subtype == .any || subtype == .albumRegular
    switch type {
    case .album where all: return photos.fetch(.albums, options)
    case .smartAlbum:
      return photos.fetch(.smart(AssetCollectionSubtype.smart.filter { all || $0 == subtype }), options)
    default: return photos.fetch(.albums([]), options)
    }
  }

  /// Fetches albums by identifier, including smart ones.
  public static func fetchAssetCollections(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<AssetCollection> {
    photos.fetch(.albums(identifiers.compactMap { photos.rowOf($0, [.collection]) }), options)
  }

  /// Fetches the user's albums that contain an asset.
  public static func fetchAssetCollectionsContaining(
    _ asset: Asset, with type: AssetCollectionType, options: FetchOptions? = nil
  ) -> FetchResult<AssetCollection> {
    let photos = asset.home as? AssetLibrary ?? .shared()
    let isOwn = type == .album && asset.library == photos.catalog.library
    return photos.fetch(isOwn ? .containing(asset: asset.row) : .albums([]), options)
  }
}

extension PhotoCollection {
  /// Fetches the collections outside of folders, in the user's order.
  public static func fetchTopLevelUserCollections(
    with options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<PhotoCollection> { photos.fetch(.children(of: nil), options) }

  /// Fetches the contents of a folder, in the user's order.
  public static func fetchCollections(
    in collectionList: CollectionList, options: FetchOptions? = nil
  ) -> FetchResult<PhotoCollection> {
    collectionList.photos.fetch(.children(of: collectionList.row), options)
  }
}

extension CollectionList {
  /// Fetches the user's folders in the order of creation.
  public static func fetchCollectionLists(
    with type: CollectionListType, subtype: CollectionListSubtype = .any, options: FetchOptions? = nil,
    of photos: AssetLibrary = .shared()
  ) -> FetchResult<CollectionList> {
    let all = type == .folder && (subtype == .any || subtype == .regularFolder)
    return photos.fetch(all ? .lists : .lists([]), options)
  }

  /// Fetches folders by identifier.
  public static func fetchCollectionLists(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<CollectionList> {
    photos.fetch(.lists(identifiers.compactMap { photos.rowOf($0, [.list]) }), options)
  }

  /// Fetches the folder that contains an album or a folder; at the top level there is none.
  public static func fetchCollectionListsContaining(
    _ collection: PhotoCollection, options: FetchOptions? = nil
  ) -> FetchResult<CollectionList> { collection.photos.fetch(.parent(of: collection.row), options) }
}

// MARK: Asking the database

extension AssetLibrary {
  /// - Parameter status: The status to fetch with, or nil for the app's.
  func fetch<Object: LoadableObject>(
    _ query: FetchQuery, _ options: FetchOptions?, as status: AuthorizationStatus? = nil
  ) -> FetchResult<Object> {
    var query = query
    do throws(CatalogError) {
      try query.take(options, library: catalog.library)
      return run(query, as: status)
    } catch {
      return failed(error)
    }
  }

  private func run<Object: LoadableObject>(
    _ query: FetchQuery, as known: AuthorizationStatus?
  ) -> FetchResult<Object> {
    let status = known ?? statusToFetch()
    var (rows, emptiness) = ([Int64](), status.canRead ? nil : FetchEmptiness.noAccess(status))
    if emptiness == nil {
      do throws(CatalogError) {
        let sql = query.sql(isLimited: status == .limited)
        rows = try catalog.read { try SQLRequest<Int64>(literal: sql).fetchAll($0) }
      } catch {
        emptiness = .failed("\(error)")
      }
    }
    return FetchResult(rows: rows, of: self, hasDetails: query.hasDetails, emptiness: emptiness) {
      self.run(query, as: known)
    }
  }

  private func failed<Object: LoadableObject>(_ error: CatalogError) -> FetchResult<Object> {
    FetchResult(rows: [], of: self, emptiness: .failed("\(error)")) { self.failed(error) }
  }
}
