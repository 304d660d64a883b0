import GRDB
public import PhotosModel

// The fetches of Photos. `photos` is the library that is asked, by default the shared one; a fetch in an album or a folder
// asks the library that it is of.

extension Asset {
  /// Assets of the library.
  public static func fetchAssets(
    with options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> { photos.assets(.everything, options) }

  /// Assets of one type.
  public static func fetchAssets(
    with mediaType: AssetMediaType, options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> { photos.assets(.type(mediaType), options) }

  /// Assets of an album; none of one that was deleted.
  public static func fetchAssets(
    in assetCollection: AssetCollection, options: FetchOptions? = nil
  ) -> FetchResult<Asset> {
    let isSmart = assetCollection.assetCollectionType == .smartAlbum
    return assetCollection.photos.assets(
      isSmart ? .smart(assetCollection.assetCollectionSubtype) : .album(assetCollection.row), options)
  }

  /// What stands for an album: its first three assets, or fewer; nil of an empty one.
  public static func fetchKeyAssets(
    in assetCollection: AssetCollection, options: FetchOptions? = nil
  ) -> FetchResult<Asset>? {
    let all = fetchAssets(in: assetCollection, options: options)
    guard all.count > 0 else { return nil }
    return assetCollection.photos.assets(.rows(Array(all.rows.all.prefix(3))), options)
  }

  /// Assets by name, hidden ones and all of a burst too; names that are none, or of another library, find nothing. They
  /// come in order of arrival, not of the names.
  public static func fetchAssets(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> { photos.assets(.rows(identifiers.compactMap { photos.rowOf($0, [.asset]) }), options) }

  /// The photos of a burst.
  public static func fetchAssets(
    withBurstIdentifier burstIdentifier: String, options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<Asset> {
    let number = burstIdentifier.hasPrefix("burst-") ? Int32(burstIdentifier.dropFirst(6)) : nil
    return photos.assets(number.map { .burst($0) } ?? .rows([]), options)
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
    case .album where all: return photos.collections(.albums, options)
    case .smartAlbum:
      return photos.collections(.smart(AssetCollectionSubtype.smart.filter { all || $0 == subtype }), options)
    default: return photos.collections(.albums([]), options)
    }
  }

  /// Albums by name, those that the library fills itself too.
  public static func fetchAssetCollections(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<AssetCollection> {
    photos.collections(.albums(identifiers.compactMap { photos.rowOf($0, [.collection]) }), options)
  }

  /// The albums of the user that hold an asset.
  public static func fetchAssetCollectionsContaining(
    _ asset: Asset, with type: AssetCollectionType, options: FetchOptions? = nil
  ) -> FetchResult<AssetCollection> {
    let photos = asset.home as? AssetLibrary ?? .shared()
    let isOwn = type == .album && asset.library == photos.catalog.library
    return photos.collections(isOwn ? .containing(asset: asset.row) : .albums([]), options)
  }
}

extension PhotoCollection {
  /// What stands in no folder, in the user's order.
  public static func fetchTopLevelUserCollections(
    with options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<PhotoCollection> { photos.collections(.children(of: nil), options) }

  /// What a folder holds, in the user's order.
  public static func fetchCollections(
    in collectionList: CollectionList, options: FetchOptions? = nil
  ) -> FetchResult<PhotoCollection> {
    collectionList.photos.collections(.children(of: collectionList.row), options)
  }
}

extension CollectionList {
  /// Folders of the user, in the order of their making.
  public static func fetchCollectionLists(
    with type: CollectionListType, subtype: CollectionListSubtype = .any, options: FetchOptions? = nil,
    of photos: AssetLibrary = .shared()
  ) -> FetchResult<CollectionList> {
    let all = type == .folder && (subtype == .any || subtype == .regularFolder)
    return photos.collections(all ? .lists : .lists([]), options)
  }

  /// Folders by name.
  public static func fetchCollectionLists(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil, of photos: AssetLibrary = .shared()
  ) -> FetchResult<CollectionList> {
    photos.collections(.lists(identifiers.compactMap { photos.rowOf($0, [.list]) }), options)
  }

  /// The folder that holds an album or a folder; none for one at the top level.
  public static func fetchCollectionListsContaining(
    _ collection: PhotoCollection, options: FetchOptions? = nil
  ) -> FetchResult<CollectionList> { collection.photos.collections(.parent(of: collection.row), options) }
}

// MARK: Asking the database

extension AssetLibrary {
  /// What the user sees in a picker, newest first.
  func visibleAssetsOfAnyAccess() -> FetchResult<Asset> {
    assets(.smart(.smartAlbumUserLibrary), nil, as: .authorized)
  }

  /// Assets by name, whatever the app may see.
  func assetsOfAnyAccess(named names: [String]) -> [Asset] {
    let rows = names.compactMap { rowOf($0, [.asset]) }
    return (try? catalog.read { try Asset.all(rows, of: self, in: $0) }) ?? []
  }

  func assets(
    _ base: AssetBase, _ options: FetchOptions?, as status: AuthorizationStatus? = nil
  ) -> FetchResult<Asset> {
    do throws(CatalogError) {
      return run(try base.query(options, library: catalog.library), as: status)
    } catch {
      return failed(error)
    }
  }

  func collections<Object: PhotoCollection>(
    _ query: FetchQuery, _ options: FetchOptions?
  ) -> FetchResult<Object> {
    var query = query
    do throws(CatalogError) {
      try query.take(options, keys: FetchKey.collections, library: catalog.library)
      return run(query, as: nil)
    } catch {
      return failed(error)
    }
  }

  /// - Parameter known: The status to fetch with; nil for the app's.
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
