import GRDB
public import PhotosModel

// The fetches of Photos, each on a library in place of the type. Those of the types are in PhotosCalls.swift.

extension AssetLibrary {
  /// Assets of the library.
  public func fetchAssets(with options: FetchOptions? = nil) -> FetchResult<Asset> { assets(.everything, options) }

  /// Assets of one type.
  public func fetchAssets(with mediaType: AssetMediaType, options: FetchOptions? = nil) -> FetchResult<Asset> {
    assets(.type(mediaType), options)
  }

  /// Assets of an album; none of one that was deleted.
  public func fetchAssets(in assetCollection: AssetCollection, options: FetchOptions? = nil) -> FetchResult<Asset> {
    guard assetCollection.photos.catalog.library == catalog.library else { return assets(.rows([]), options) }
    guard assetCollection.assetCollectionType == .smartAlbum else {
      return assets(.album(assetCollection.row), options)
    }
    return assets(.smart(assetCollection.assetCollectionSubtype), options)
  }

  /// What stands for an album: its first three assets, or fewer; nil of an empty one.
  public func fetchKeyAssets(in assetCollection: AssetCollection, options: FetchOptions? = nil) -> FetchResult<Asset>? {
    let all = fetchAssets(in: assetCollection, options: options)
    guard all.count > 0 else { return nil }
    return assets(.rows(Array(all.rows.all.prefix(3))), options)
  }

  /// Assets by name, hidden ones and all of a burst too; names that are none, or of another library, find nothing. They
  /// come in order of arrival, not of the names.
  public func fetchAssets(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil
  ) -> FetchResult<Asset> { assets(.rows(identifiers.compactMap { rowOf($0, [.asset]) }), options) }

  /// The photos of a burst.
  public func fetchAssets(
    withBurstIdentifier burstIdentifier: String, options: FetchOptions? = nil
  ) -> FetchResult<Asset> {
    let number = burstIdentifier.hasPrefix("burst-") ? Int32(burstIdentifier.dropFirst(6)) : nil
    return assets(number.map { .burst($0) } ?? .rows([]), options)
  }

  // MARK: Albums and folders

  /// Albums of the user in the order of their making, none under limited access; or those that the library fills itself.
  public func fetchAssetCollections(
    with type: AssetCollectionType, subtype: AssetCollectionSubtype = .any, options: FetchOptions? = nil
  ) -> FetchResult<AssetCollection> {
    switch type {
    case .album where subtype == .any || subtype == .albumRegular: return collections(.albums, options)
    case .smartAlbum:
      let all = subtype == .any || subtype == .albumRegular
      return collections(.smart(AssetCollectionSubtype.smart.filter { all || $0 == subtype }), options)
    default: return collections(.albums([]), options)
    }
  }

  /// Albums by name, those that the library fills itself too.
  public func fetchAssetCollections(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil
  ) -> FetchResult<AssetCollection> {
    collections(.albums(identifiers.compactMap { rowOf($0, [.collection]) }), options)
  }

  /// The albums of the user that hold an asset.
  public func fetchAssetCollectionsContaining(
    _ asset: Asset, with type: AssetCollectionType, options: FetchOptions? = nil
  ) -> FetchResult<AssetCollection> {
    type == .album && asset.library == catalog.library
      ? collections(.containing(asset: asset.row), options) : collections(.albums([]), options)
  }

  /// Folders of the user, in the order of their making.
  public func fetchCollectionLists(
    with type: CollectionListType, subtype: CollectionListSubtype = .any, options: FetchOptions? = nil
  ) -> FetchResult<CollectionList> {
    type == .folder && (subtype == .any || subtype == .regularFolder)
      ? collections(.lists, options) : collections(.lists([]), options)
  }

  /// Folders by name.
  public func fetchCollectionLists(
    withLocalIdentifiers identifiers: [String], options: FetchOptions? = nil
  ) -> FetchResult<CollectionList> {
    collections(.lists(identifiers.compactMap { rowOf($0, [.list]) }), options)
  }

  /// The folder that holds an album or a folder; none for one at the top level.
  public func fetchCollectionListsContaining(
    _ collection: PhotoCollection, options: FetchOptions? = nil
  ) -> FetchResult<CollectionList> {
    let isOwn = collection.photos.catalog.library == catalog.library
    return collections(isOwn ? .parent(of: collection.row) : .lists([]), options)
  }

  /// What stands in no folder, in the user's order.
  public func fetchTopLevelUserCollections(with options: FetchOptions? = nil) -> FetchResult<PhotoCollection> {
    collections(.children(of: nil), options)
  }

  /// What a folder holds, in the user's order.
  public func fetchCollections(
    in collectionList: CollectionList, options: FetchOptions? = nil
  ) -> FetchResult<PhotoCollection> {
    guard collectionList.photos.catalog.library == catalog.library else {
      return collections(.lists([]), options)
    }
    return collections(.children(of: collectionList.row), options)
  }

  // MARK: Asking the database

  /// What the user sees in a picker, newest first.
  func visibleAssetsOfAnyAccess() -> FetchResult<Asset> {
    assets(.smart(.smartAlbumUserLibrary), nil, as: .authorized)
  }

  /// Assets by name, whatever the app may see.
  func assetsOfAnyAccess(named names: [String]) -> [Asset] {
    let rows = names.compactMap { rowOf($0, [.asset]) }
    return (try? catalog.read { try Asset.all(rows, of: self, in: $0) }) ?? []
  }

  private func assets(
    _ base: AssetBase, _ options: FetchOptions?, as status: AuthorizationStatus? = nil
  ) -> FetchResult<Asset> {
    do throws(CatalogError) {
      return run(try base.query(options, library: catalog.library), as: status)
    } catch {
      return failed(error)
    }
  }

  private func collections<Object: PhotoCollection>(
    _ base: CollectionBase, _ options: FetchOptions?
  ) -> FetchResult<Object> {
    do throws(CatalogError) {
      return run(try base.query(options, library: catalog.library), as: nil)
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
          let cursor = try Int64.fetchCursor(db, sql: sql.text, arguments: sql.arguments)
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
