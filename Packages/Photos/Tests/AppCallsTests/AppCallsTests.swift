import CacheLab
import Foundation
import LabLibrary
import PhotosCatalog
import PhotosModel
import Testing

/// The calls of `AppCalls.swift`, made.
@Suite(.serialized) @MainActor struct AppCallsTests {
  private static let library: AssetLibrary? = {
    let configuration = LibraryConfiguration(assetCount: 200, profile: .tiny)
    // Below the checkout, because there may be no home.
    let checkout = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()
    guard let files = try? PhotoLibrary.open(configuration, in: checkout + "/.build/photos-tests-cache"),
      let library = try? AssetLibrary(of: files)
    else { return nil }
    AssetLibrary.use(library)
    return library
  }()

  private static func controller() throws -> GridController {
    _ = try #require(library)
    return GridController()
  }

  /// Waits until what the main queue has is done, and what it begins.
  private static func settle(_ holds: () -> Bool) async {
    for _ in 0..<10_000 where !holds() {
      await withCheckedContinuation { answer in DispatchQueue.main.async { answer.resume() } }
    }
  }

  @Test func cellsGetTheirImages() async throws {
    let (controller, cell, other) = (try AppCallsTests.controller(), PhotoCell(), PhotoCell())
    controller.configure(cell, at: 0)
    #expect(cell.imageView.image != nil, "a degraded image at once")
    controller.reuse(other, controller.fetchResult[1])
    controller.reuse(other, controller.fetchResult[2])
    #expect(other.tag > 0)
    let asset = try #require(controller.fetchResult.firstObject)
    #expect(controller.thumbnail(of: asset) != nil)
    #expect(await controller.image(of: asset)?.size == controller.thumbnailSize)
    let large = PhotoCell()
    controller.download(asset, into: large)
    let size = await withCheckedContinuation { answer in
      controller.data(of: asset) { answer.resume(returning: $0?.count) }
    }
    #expect((size ?? 0) > 100)
    controller.updateCachedAssets(added: [0, 1, 2], removed: [2])
    let loader = Loader()
    loader.load(controller.photos(since: .distantPast))
    #expect(loader.images.count == 20)
  }

  @Test func fetchesFindWhatTheySay() async throws {
    let controller = try AppCallsTests.controller()
    #expect(controller.albums().count > 6)
    #expect(controller.album(named: "Trip 2")?.localizedTitle == "Trip 2" && controller.album(named: "?") == nil)
    #expect(controller.photos(since: .distantFuture).count == 0)
    #expect(controller.buttons(for: controller.fetchResult[0]) == [true, true, false])
    #expect(await controller.start() == "yes")
    #expect(PhotoLibrary.authorizationStatus() == .authorized)
  }

  @Test func theOldQuestionsKnowNoLimitedAccess() async throws {
    let library = try #require(AppCallsTests.library)
    library.setAuthorizationStatus(.limited)
    defer { library.setAuthorizationStatus(.authorized) }
    #expect(PhotoLibrary.authorizationStatus() == .authorized)
    #expect(PhotoLibrary.authorizationStatus(for: .readWrite) == .limited)
    #expect(await PhotoLibrary.requestAuthorization(for: .readWrite) == .limited)
    let old = await withCheckedContinuation { answer in
      PhotoLibrary.requestAuthorization { status in answer.resume(returning: status) }
    }
    #expect(old == .authorized)
  }

  @Test func changesReachTheObserver() async throws {
    let controller = try AppCallsTests.controller()
    let asset = controller.fetchResult[5]
    let isDone = await withCheckedContinuation { answer in
      controller.toggleFavorite(asset) { answer.resume(returning: $0) }
    }
    #expect(isDone && controller.log.contains("changed 1"))
    let album = try #require(try controller.createAlbum("Holidays"))
    let image = try #require(controller.thumbnail(of: asset))
    try await controller.add(image, to: album)
    #expect(Asset.fetchAssets(in: album, options: nil).count == 1)
    try await controller.delete(asset)
    #expect(!Asset.fetchAssets(with: nil).contains(asset))
    await AppCallsTests.settle { controller.log.contains("removed 1") }
    #expect(controller.log.contains("inserted 1") && controller.log.contains("removed 1"))
  }

  @Test func listsHoldAlbumsFoldersAndFiles() async throws {
    let (controller, list) = (try AppCallsTests.controller(), AlbumList())
    #expect(list.albums.count == 0 && list.albums.firstObject == nil && Array(list.albums).isEmpty)
    let album = try #require(controller.album(named: "Trip 1"))
    #expect(!list.albums.contains(album))
    let some = list.load(album)
    #expect(some.count == 2 && some[0] == list.assets[2] && some[1] == list.assets[0])
    #expect(some[1].creationDate! >= some[0].creationDate!)
    #expect(try list.tidy(album)?.localizedTitle == "Trips")
    #expect(CollectionList.fetchTopLevelUserCollections(with: nil).contains(album))
    let picking = Picking()
    let picker = picking.present()
    #expect(picker.choose(picker.assets.first { $0.mediaType == .image }!))
    picker.add()
    let result = try #require(picking.results.first)
    let (name, count) = await withCheckedContinuation { answer in
      list.file(result) { name, count in answer.resume(returning: (name, count)) }
    }
    #expect(name.hasPrefix("IMG_") && count > 100)
  }

  @Test func errorsAreThoseOfPhotos() {
    #expect(AlbumList().message(PhotosError(.notEnoughSpace)) == "full")
    #expect(AlbumList().message(PhotosError.networkError) == "Photos")
    let error: any Error = PhotosError.networkAccessRequired
    #expect((error as NSError).code == 3164 && (error as NSError).domain == "PHPhotosErrorDomain")
    #expect((error as? PhotosError)?.code == .networkAccessRequired)
    #expect(error.localizedDescription.contains("isNetworkAccessAllowed"))
  }
}
