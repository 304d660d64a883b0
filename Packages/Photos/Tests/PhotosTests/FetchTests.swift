@testable import CacheLab
import Foundation
import PhotosModel
import Strategies
import Testing

@testable import LabLibrary
@testable import PhotosCatalog

@Suite struct FetchTests {
  private static func sorted(_ keys: (String, Bool)..., limit: Int = 0) -> FetchOptions {
    PhotosFixture.options {
      $0.sortDescriptors = keys.map { NSSortDescriptor(key: $0.0, ascending: $0.1) }
      $0.fetchLimit = limit
    }
  }

  @Test func withoutOptionsItShowsTheUsersOwnVisiblePhotosInOrderOfArrival() throws {
    let photos = try PhotosFixture.reading()
    let expected = PhotosFixture.everything(photos).filter {
      !$0.isHidden && $0.sourceType == .typeUserLibrary && ($0.burst == nil || $0.representsBurst)
    }
    let result = Asset.fetchAssets(of: photos)
    #expect(Array(result) == expected && result.emptiness == nil)
    #expect(expected.count < PhotosFixture.library.index.count && expected.count > 1_000)
    #expect(Asset.fetchAssets(with: .video, of: photos).count == result.countOfAssets(with: .video))
  }

  @Test func aLimitTakesTheFirst() throws {
    let photos = try PhotosFixture.reading()
    let all = Array(Asset.fetchAssets(with: FetchTests.sorted(("creationDate", false)), of: photos))
    #expect(all == all.sorted { ($1.creationMs, $1.id) < ($0.creationMs, $0.id) })
    let few = Asset.fetchAssets(with: FetchTests.sorted(("creationDate", false), limit: 10), of: photos)
    #expect(Array(few) == Array(all.prefix(10)))
    #expect(Asset.fetchAssets(with: FetchTests.sorted(limit: -1), of: photos).count == all.count)
  }

  @Test func severalKeysSortOneAfterAnother() throws {
    let photos = try PhotosFixture.reading()
    let all = Array(Asset.fetchAssets(with: FetchTests.sorted(("pixelWidth", true), ("isFavorite", false)), of: photos))
    func key(_ asset: Asset) -> (Int, Int, AssetID) { (asset.pixelWidth, asset.isFavorite ? 0 : 1, asset.id) }
    #expect(all == all.sorted { key($0) < key($1) })
    let wrong = Asset.fetchAssets(with: FetchTests.sorted(("colour", true)), of: photos)
    #expect(wrong.emptiness != nil && wrong.emptiness != .nothingMatches, "it says which keys there are")
  }

  @Test func countStaysAndOnlyBatchesAroundTheReaderAreHeld() throws {
    let photos = try PhotosFixture.reading()
    let result = Asset.fetchAssets(of: photos)
    let all = result.objects(at: 0..<result.count)
    #expect(result.residentCount == 0, "nothing is read before it is looked at")
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let index = random.next(below: result.count)
      #expect(result[index] == all[index])
      #expect(result.residentCount <= FetchResult<Asset>.batchSize * FetchResult<Asset>.batchesMax)
    }
    #expect(result.count == all.count && Array(result) == all)
    #expect(result.firstObject == all.first && result.lastObject == all.last)
    #expect(result.index(of: all[77]) == 77 && result.contains(all[77]))
    #expect(result.objects(at: IndexSet([3, 80])) == [all[3], all[80]])
    #expect(Asset.fetchAssets(with: .audio, options: nil, of: photos).index(of: all[0]) == NSNotFound)
    var seen: [Int] = []
    unsafe result.enumerateObjects { asset, index, stop in
      seen.append(asset == all[index] ? index : -1)
      if index == 2 { unsafe stop.pointee = true }
    }
    #expect(seen == [0, 1, 2])
  }

  @Test func manyThreadsReadTheSame() async throws {
    let photos = try PhotosFixture.reading()
    let result = Asset.fetchAssets(of: photos)
    let all = Array(result)
    let wrong = await withTaskGroup(of: Int.self) { group in
      for thread in 0..<4 {
        group.addTask {
          var random = SplitMix64(seed: UInt64(thread))
          var wrong = 0
          for _ in 0..<200 {
            let index = random.next(below: result.count)
            if result[index] != all[index] { wrong += 1 }
          }
          return wrong
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test func identifiersFindTheirAssetsHiddenOnesToo() throws {
    let photos = try PhotosFixture.reading()
    let all = PhotosFixture.everything(photos)
    let chosen = [all[7], all.first { $0.isHidden }!, all.first { $0.burst != nil && !$0.representsBurst }!]
    let other = LocalIdentifier(kind: .asset, library: 99, row: 1).description
    let names = chosen.map { $0.localIdentifier } + ["nonsense", other]
    #expect(Array(Asset.fetchAssets(withLocalIdentifiers: names, of: photos)) == chosen.sorted { $0.id < $1.id })
    #expect(Asset.fetchAssets(withLocalIdentifiers: [other], of: photos).count == 0)
  }

  @Test func identifiersAreTheSameInACatalogMadeAnew() throws {
    let names = try (0..<2).map { _ in PhotosFixture.everything(try PhotosFixture.photos()).map { $0.localIdentifier } }
    #expect(names[0] == names[1])
    #expect(Set(names[0]).count == PhotosFixture.library.index.count)
  }

  @Test func objectsAreEqualByTheirIdentifier() throws {
    let photos = try PhotosFixture.photos()
    let before = Asset.fetchAssets(of: photos)[4]
    try photos.performChangesAndWait { AssetChangeRequest(for: before).isFavorite = !before.isFavorite }
    let after = Asset.fetchAssets(of: photos)[4]
    #expect(before == after && before.isFavorite != after.isFavorite && Set([before, after]).count == 1)
    #expect(Asset.fetchAssets(of: photos).index(of: before) == 4)
    var other = Asset(id: before.id, library: 99, file: before.file, pixelSize: before.pixelSize)
    other.isFavorite = before.isFavorite
    #expect(other != before)
  }

  @Test func smartAlbumsHoldWhatTheySay() throws {
    let photos = try PhotosFixture.reading()
    let albums = Array(AssetCollection.fetchAssetCollections(with: .smartAlbum, of: photos))
    #expect(Set(albums.map { $0.assetCollectionSubtype.rawValue }) == Set(200...219))
    let filled: Set<AssetCollectionSubtype> = [
      .smartAlbumPanoramas, .smartAlbumVideos, .smartAlbumFavorites, .smartAlbumTimelapses, .smartAlbumAllHidden,
      .smartAlbumRecentlyAdded, .smartAlbumBursts, .smartAlbumSlomoVideos, .smartAlbumUserLibrary,
      .smartAlbumScreenshots, .smartAlbumDepthEffect, .smartAlbumLivePhotos,
    ]
    for album in albums {
      let subtype = album.assetCollectionSubtype
      let assets = Array(Asset.fetchAssets(in: album))
      #expect(assets.isEmpty == !filled.contains(subtype), "\(album.localizedTitle ?? "")")
      #expect(album.assetCollectionType == .smartAlbum && album.estimatedAssetCount == NSNotFound)
      #expect(!album.canPerform(.addContent) && album.canContainAssets)
      if subtype != .smartAlbumRecentlyAdded {
        #expect(assets == assets.sorted { ($1.creationMs, $1.id) < ($0.creationMs, $0.id) }, "newest first")
      }
      for asset in assets {
        switch subtype {
        case .smartAlbumAllHidden: #expect(asset.isHidden)
        case .smartAlbumFavorites: #expect(asset.isFavorite && !asset.isHidden)
        case .smartAlbumVideos: #expect(asset.mediaType == .video && asset.duration >= 3)
        case .smartAlbumLivePhotos: #expect(asset.playbackStyle == .livePhoto)
        case .smartAlbumBursts: #expect(asset.representsBurst)
        case .smartAlbumPanoramas: #expect(asset.pixelWidth >= 3 * asset.pixelHeight)
        case .smartAlbumScreenshots: #expect(asset.pixelHeight >= 2 * asset.pixelWidth)
        default: #expect(!asset.isHidden)
        }
      }
    }
    let recent = Array(Asset.fetchAssets(in: try PhotosFixture.smart(photos, .smartAlbumRecentlyAdded)))
    #expect(recent.count == AssetCollectionSubtype.recentCount && recent == recent.sorted { $1.id < $0.id })
    let names = albums.prefix(2).map { $0.localIdentifier }
    #expect(
      Array(AssetCollection.fetchAssetCollections(withLocalIdentifiers: names, of: photos)) == Array(albums.prefix(2)))
  }

  @Test func albumsNestInFoldersAndKeepTheirOrder() throws {
    let photos = try PhotosFixture.reading()
    let top = Array(PhotoCollection.fetchTopLevelUserCollections(of: photos))
    #expect(top.count == 6, "two folders and four albums")
    var albums: [AssetCollection] = []
    var deepest = 0
    func walk(_ collections: [PhotoCollection], depth: Int) {
      deepest = max(deepest, depth)
      for collection in collections {
        if let album = collection as? AssetCollection { albums.append(album) }
        if let list = collection as? CollectionList {
          walk(Array(PhotoCollection.fetchCollections(in: list)), depth: depth + 1)
        }
      }
    }
    walk(top, depth: 0)
    #expect(deepest == 2)
    let fetched = Array(PhotosFixture.albums(photos))
    #expect(Set(albums) == Set(fetched))
    let trip = try #require(fetched.first { $0.localizedTitle == "Trip 1" })
    let assets = Array(Asset.fetchAssets(in: trip))
    #expect(assets.count >= 15)
    #expect(AssetCollection.fetchAssetCollectionsContaining(assets[3], with: .album).contains(trip))
    let smart = try PhotosFixture.smart(photos, .smartAlbumVideos)
    let named = AssetCollection.fetchAssetCollections(
      withLocalIdentifiers: [smart.localIdentifier, trip.localIdentifier], of: photos)
    #expect(Array(named) == [trip, smart])
  }

  @Test func anAlbumKnowsItsCountAndItsDates() throws {
    let photos = try PhotosFixture.photos()
    let album = PhotosFixture.albums(photos)[0]
    let all = Array(Asset.fetchAssets(in: album, options: PhotosFixture.everything()))
    #expect(album.estimatedAssetCount == all.count && album.assetCollectionSubtype == .albumRegular)
    #expect(album.startDate == all.compactMap { $0.creationDate }.min())
    #expect(album.endDate == all.compactMap { $0.creationDate }.max())
    #expect(Asset.fetchKeyAssets(in: album).map { Array($0) } == Array(Asset.fetchAssets(in: album).prefix(3)))
    try photos.performChangesAndWait {
      _ = AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Empty")
    }
    let empty = try #require(PhotosFixture.albums(photos).lastObject)
    #expect(empty.estimatedAssetCount == 0 && empty.startDate == nil && Asset.fetchKeyAssets(in: empty) == nil)
    try photos.performChangesAndWait { AssetCollectionChangeRequest.deleteAssetCollections([album]) }
    #expect(Asset.fetchAssets(in: album).count == 0 && !PhotosFixture.albums(photos).contains(album))
  }

  @Test func photosHaveLocations() throws {
    let assets = PhotosFixture.everything(try PhotosFixture.reading())
    let placed = assets.compactMap { $0.location?.coordinate }
    #expect(placed.count > assets.count / 2 && placed.count < assets.count)
    #expect(placed.allSatisfy { (-90...90).contains($0.latitude) && (-180...180).contains($0.longitude) })
  }

  @Test func aBurstShowsOnePhotoUnlessAllAreAskedFor() throws {
    let photos = try PhotosFixture.photos()
    let all = PhotosFixture.everything(photos)
    let one = try #require(all.first { $0.representsBurst && !$0.isHidden })
    let name = try #require(one.burstIdentifier)
    let options = PhotosFixture.options { $0.includeAllBurstAssets = true }
    #expect(Asset.fetchAssets(withBurstIdentifier: name, of: photos).count == 1)
    #expect(Asset.fetchAssets(withBurstIdentifier: name, options: options, of: photos).count >= 3)
    let burst = all.filter { $0.burstIdentifier == name }
    try photos.performChangesAndWait {
      AssetCollectionChangeRequest.creationRequestForAssetCollection(withTitle: "Burst").addAssets(burst)
    }
    let album = try #require(PhotosFixture.albums(photos).lastObject)
    #expect(Array(Asset.fetchAssets(in: album)) == [one], "an album too")
    #expect(Asset.fetchAssets(in: album, options: options).count == burst.count)
    for wrong in ["burst-", "x", "burst-99999999999999"] {
      #expect(Asset.fetchAssets(withBurstIdentifier: wrong, of: photos).count == 0)
    }
  }
}
