import CacheLab
import PhotosModel
import Strategies
import Testing

@testable import LabLibrary
@testable import LabBase
@testable import PhotosCatalog

@Suite struct FetchTests {
  @Test func withoutOptionsItShowsTheUsersOwnVisiblePhotosInOrderOfArrival() throws {
    let photos = try PhotosFixture.reading()
    let expected = try PhotosFixture.everything(photos).filter {
      !$0.isHidden && $0.sourceType == .typeUserLibrary && ($0.burst == nil || $0.representsBurst)
    }
    let result = try photos.fetchAssets()
    #expect(try PhotosFixture.objects(result) == expected)
    #expect(expected.count < PhotosFixture.library.index.count && expected.count > 1_000)
    #expect(result.emptiness == nil)
  }

  @Test func aLimitTakesTheFirst() throws {
    let photos = try PhotosFixture.reading()
    let sort = [AssetSort(.creationDate, ascending: false)]
    let all = try PhotosFixture.objects(photos.fetchAssets(FetchOptions(predicate: nil, sortedBy: sort)))
    #expect(all == all.sorted { ($1.creationMs, $1.id) < ($0.creationMs, $0.id) })
    let few = try photos.fetchAssets(FetchOptions(predicate: nil, sortedBy: sort, fetchLimit: 10))
    #expect(try PhotosFixture.objects(few) == Array(all.prefix(10)))
  }

  @Test func severalKeysSortOneAfterAnother() throws {
    let photos = try PhotosFixture.reading()
    let sort = [AssetSort(.pixelWidth), AssetSort(.isFavorite, ascending: false)]
    let all = try PhotosFixture.objects(photos.fetchAssets(FetchOptions(predicate: nil, sortedBy: sort)))
    func key(_ asset: Asset) -> (Int32, Int, AssetID) { (asset.pixelWidth, asset.isFavorite ? 0 : 1, asset.id) }
    #expect(all == all.sorted { key($0) < key($1) })
  }

  @Test func countStaysAndOnlyBatchesAroundTheReaderAreHeld() throws {
    let photos = try PhotosFixture.reading()
    let result = try photos.fetchAssets()
    let all = try PhotosFixture.objects(result)
    #expect(result.residentCount == 0, "nothing is read before it is looked at")
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let index = random.next(below: result.count)
      #expect(try result.object(at: index) == all[index])
      #expect(result.residentCount <= FetchResult<Asset>.batchSize * FetchResult<Asset>.batchesMax)
    }
    #expect(result.count == all.count)
  }

  @Test func manyThreadsReadTheSame() async throws {
    let photos = try PhotosFixture.reading()
    let result = try photos.fetchAssets()
    let all = try PhotosFixture.objects(result)
    let wrong = try await withThrowingTaskGroup(of: Int.self) { group in
      for thread in 0..<4 {
        group.addTask {
          var random = SplitMix64(seed: UInt64(thread))
          var wrong = 0
          for _ in 0..<200 {
            let index = random.next(below: result.count)
            if try result.object(at: index) != all[index] { wrong += 1 }
          }
          return wrong
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(wrong == 0)
  }

  @Test func identifiersFindTheirAssetsHiddenOnesToo() throws {
    let photos = try PhotosFixture.reading()
    let all = try PhotosFixture.everything(photos)
    let chosen = [all[7], all.first { $0.isHidden }!, all.first { $0.burst != nil && !$0.representsBurst }!]
    let other = LocalIdentifier(kind: .asset, library: 99, row: 1).description
    let names = chosen.map { $0.localIdentifier } + ["nonsense", other]
    let found = try PhotosFixture.objects(photos.fetchAssets(withLocalIdentifiers: names))
    #expect(found == chosen.sorted { $0.id < $1.id })
    #expect(try photos.fetchAssets(withLocalIdentifiers: [other]).count == 0)
  }

  @Test func identifiersAreTheSameInACatalogMadeAnew() throws {
    let names = try (0..<2).map { _ in
      try PhotosFixture.everything(PhotosFixture.photos()).map { $0.localIdentifier }
    }
    #expect(names[0] == names[1])
    #expect(Set(names[0]).count == PhotosFixture.library.index.count)
  }

  @Test func smartAlbumsHoldWhatTheySay() throws {
    let photos = try PhotosFixture.reading()
    for smart in SmartAlbum.allCases {
      let assets = try PhotosFixture.objects(photos.fetchAssets(in: photos.smartAlbum(smart)))
      #expect(!assets.isEmpty, "\(smart.title)")
      for asset in assets {
        switch smart {
        case .allHidden: #expect(asset.isHidden)
        case .favorites: #expect(asset.isFavorite && !asset.isHidden)
        case .videos: #expect(asset.mediaType == .video && asset.durationMs >= 3_000)
        case .livePhotos: #expect(asset.mediaSubtypes.contains(.photoLive))
        case .bursts: #expect(asset.representsBurst)
        case .panoramas: #expect(asset.pixelWidth >= 3 * asset.pixelHeight)
        case .screenshots: #expect(asset.pixelHeight >= 2 * asset.pixelWidth)
        case .recentlyAdded, .userLibrary: #expect(!asset.isHidden)
        }
      }
    }
    #expect(try photos.fetchAssets(in: photos.smartAlbum(.recentlyAdded)).count == SmartAlbum.recentCount)
  }

  @Test func albumsNestInFoldersAndKeepTheirOrder() throws {
    let photos = try PhotosFixture.reading()
    let top = try PhotosFixture.objects(photos.topLevelUserCollections())
    #expect(top.count == 6, "two folders and four albums")
    var albums: [AssetCollection] = []
    var deepest = 0
    func walk(_ collections: [PhotoCollection], depth: Int) throws {
      deepest = max(deepest, depth)
      for collection in collections {
        switch collection {
        case .album(let album): albums.append(album)
        case .list(let list): try walk(PhotosFixture.objects(photos.collections(in: list)), depth: depth + 1)
        }
      }
    }
    try walk(top, depth: 0)
    #expect(deepest == 2)
    let fetched = try PhotosFixture.objects(photos.fetchAlbums())
    #expect(Set(albums.map { $0.localIdentifier }) == Set(fetched.map { $0.localIdentifier }))
    let trip = try #require(fetched.first { $0.localizedTitle == "Trip 1" })
    let assets = try PhotosFixture.objects(photos.fetchAssets(in: trip))
    #expect(assets.count >= 19)
    let holding = try PhotosFixture.objects(photos.fetchAlbums(containing: assets[3]))
    #expect(holding.contains(trip))
    #expect(try PhotosFixture.objects(photos.fetchAlbums(withLocalIdentifiers: [trip.localIdentifier])) == [trip])
  }

  @Test func aBurstShowsOnePhotoUnlessAllAreAskedFor() throws {
    let photos = try PhotosFixture.reading()
    let one = try #require(try PhotosFixture.everything(photos).first { $0.representsBurst && !$0.isHidden })
    let name = try #require(one.burstIdentifier)
    #expect(try photos.fetchAssets(withBurstIdentifier: name).count == 1)
    var options = FetchOptions()
    options.includeAllBurstAssets = true
    #expect(try photos.fetchAssets(withBurstIdentifier: name, options).count >= 3)
  }
}
