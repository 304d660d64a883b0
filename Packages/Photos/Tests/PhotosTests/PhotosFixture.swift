import CacheLab
import LabLibrary
import PhotosCatalog
import PhotosModel
import Testing

enum PhotosFixture {
  static let checkout = #filePath.split(separator: "/").dropLast(5).map { "/\($0)" }.joined()

  static let cache = checkout + "/.build/photos-tests-cache"

  /// A library of the tiny profile, 256x192 and the like, made once for all tests.
  static let library: PhotoLibrary = {
    do {
      return try PhotoLibrary.open(LibraryConfiguration(assetCount: 1_500, profile: .tiny), in: cache)
    } catch {
      preconditionFailure("the tiny library cannot be made: \(error)")
    }
  }()

  /// One catalog for all tests that change nothing: to make one takes longer than most tests.
  static func reading() throws -> AssetLibrary { try shared.get() }

  private static let shared = Result { try photos() }

  static func photos(
    status: AuthorizationStatus = .authorized, answers: AccessAnswers = AccessAnswers(),
    scheduler: (any ImageScheduling)? = nil
  ) throws -> AssetLibrary {
    try AssetLibrary(of: library, status: status, answers: answers, scheduler: scheduler)
  }

  /// A library whose observers and handlers are called by a test's hand.
  static func stepped(
    status: AuthorizationStatus = .authorized, answers: AccessAnswers = AccessAnswers()
  ) throws -> (AssetLibrary, SteppedScheduler) {
    let scheduler = SteppedScheduler()
    return (try photos(status: status, answers: answers, scheduler: scheduler), scheduler)
  }

  static func albums(_ photos: AssetLibrary) -> FetchResult<AssetCollection> {
    AssetCollection.fetchAssetCollections(with: .album, of: photos)
  }

  static func smart(_ photos: AssetLibrary, _ subtype: AssetCollectionSubtype) throws -> AssetCollection {
    try #require(AssetCollection.fetchAssetCollections(with: .smartAlbum, subtype: subtype, of: photos).firstObject)
  }

  /// Requests the whole image of an asset at once.
  static func image(
    of asset: Asset, version: ImageRequestOptionsVersion = .current
  ) -> (image: PhotosImage?, error: PhotosError?) {
    let manager = ImageManager(LibraryImageSource(library), scheduler: SteppedScheduler())
    let (log, options) = (ResultLog(), ImageRequestOptions())
    (options.isSynchronous, options.version) = (true, version)
    manager.requestImage(for: asset, targetSize: ImageManagerMaximumSize, contentMode: .aspectFit, options: options) {
      log.add($0, $1)
    }
    return (log.images.first, log.entries.first?.info.error)
  }

  static func options(_ change: (FetchOptions) -> Void) -> FetchOptions {
    let options = FetchOptions()
    change(options)
    return options
  }

  static func everything() -> FetchOptions {
    options {
      $0.includeHiddenAssets = true
      $0.includeAllBurstAssets = true
      $0.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
    }
  }

  /// Everything that the catalog holds, hidden, shared and in bursts.
  static func everything(_ photos: AssetLibrary) -> [Asset] {
    Array(Asset.fetchAssets(with: everything(), of: photos))
  }
}
