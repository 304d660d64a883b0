import GRDB
public import PhotosModel

// The fetches of Photos. `photos` is the library that is asked, by default the shared one; a fetch in an album or a folder
// asks the library that it is of.

extension Asset {
  /// Assets of the library.
  public static func fetchAssets(
    with options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> { photos.fetch(.everything, options) }

  /// Assets of one type.
  public static func fetchAssets(
    with mediaType: AssetMediaType, options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> { photos.fetch(.assets(of: mediaType), options) }

  /// Assets of an album; none of one that was deleted.
  public static func fetchAssets(
    in assetCollection: AssetCollection, options: FetchOptions? = nil
  ) -> FetchResult<Asset> { assetCollection.photos.fetch(.assets(in: assetCollection), options) }

  /// What stands for an album: its first three assets, or fewer; nil of an empty one.
  public static func fetchKeyAssets(
    in assetCollection: AssetCollection, options: FetchOptions? = nil
  ) -> FetchResult<Asset>? {
    let all = fetchAssets(in: assetCollection, options: options)
    guard all.count > 0 else { return nil }
    return assetCollection.photos.fetch(.assets(Array(all.rows.all.prefix(3))), options)
  }

  /// Assets by name, hidden ones and all of a burst too; names that are none, or of another library, find nothing. They
  /// come in order of arrival, not of the names.
  public static func fetchAssets(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> { photos.fetch(.assets(identifiers.compactMap { photos.rowOf($0, [.asset]) }), options) }

  /// The photos of a burst.
  public static func fetchAssets(
    withBurstIdentifier burstIdentifier: String, options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> {
    let number = burstIdentifier.hasPrefix("burst-") ? Int32(burstIdentifier.dropFirst(6)) : nil
    return photos.fetch(number.map { .assets(inBurst: $0) } ?? .assets([]), options)
  }
}

extension AssetCollection {
  /// Albums of the user in the order of their making, none under limited access; or those that the library fills itself.
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

  /// Albums by name, those that the library fills itself too.
  public static func fetchAssetCollections(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<AssetCollection> {
    photos.fetch(.albums(identifiers.compactMap { photos.rowOf($0, [.collection]) }), options)
  }

  /// The albums of the user that hold an asset.
  public static func fetchAssetCollectionsContaining(
    _ asset: Asset, with type: AssetCollectionType, options: FetchOptions? = nil
  ) -> FetchResult<AssetCollection> {
    let photos = asset.home as? AssetLibrary ?? .shared()
    let isOwn = type == .album && asset.library == photos.catalog.library
    return photos.fetch(isOwn ? .containing(asset: asset.row) : .albums([]), options)
  }
}

extension PhotoCollection {
  /// What stands in no folder, in the user's order.
  public static func fetchTopLevelUserCollections(
    with options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<PhotoCollection> { photos.fetch(.children(of: nil), options) }

  /// What a folder holds, in the user's order.
  public static func fetchCollections(
    in collectionList: CollectionList, options: FetchOptions? = nil
  ) -> FetchResult<PhotoCollection> {
    collectionList.photos.fetch(.children(of: collectionList.row), options)
  }
}

extension CollectionList {
  /// Folders of the user, in the order of their making.
  public static func fetchCollectionLists(
    with type: CollectionListType, subtype: CollectionListSubtype = .any, options: FetchOptions? = nil,
    of photos: AssetLibrary = .shared()
  ) -> FetchResult<CollectionList> {
    let all = type == .folder && (subtype == .any || subtype == .regularFolder)
    return photos.fetch(all ? .lists : .lists([]), options)
  }

  /// Folders by name.
  public static func fetchCollectionLists(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<CollectionList> {
    photos.fetch(.lists(identifiers.compactMap { photos.rowOf($0, [.list]) }), options)
  }

  /// The folder that holds an album or a folder; none for one at the top level.
  public static func fetchCollectionListsContaining(
    _ collection: PhotoCollection, options: FetchOptions? = nil
  ) -> FetchResult<CollectionList> { collection.photos.fetch(.parent(of: collection.row), options) }
}

// MARK: Asking the database

extension AssetLibrary {
  /// - Parameter status: The status to fetch with; nil for the app's.
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
    var (rows, emptiness) = (RowList(), status.canRead ? nil : FetchEmptiness.noAccess(status))
    if emptiness == nil {
      do throws(CatalogError) {
        let sql = query.sql(isLimited: status == .limited)
        rows = try catalog.read { db in
          var rows = RowList()
          let cursor = try SQLRequest<Int64>(literal: sql).fetchCursor(db)
          while let row = try cursor.next() { rows.append(row) }
          return rows
        }
      } catch {
        emptiness = .failed("\(error)")
      }
    }
    return FetchResult(rows: rows, of: self, wantsDetails: query.wantsDetails, emptiness: emptiness) {
      self.run(query, as: known)
    }
  }

  private func failed<Object: LoadableObject>(_ error: CatalogError) -> FetchResult<Object> {
    FetchResult(rows: RowList(), of: self, emptiness: .failed("\(error)")) { self.failed(error) }
  }
}
