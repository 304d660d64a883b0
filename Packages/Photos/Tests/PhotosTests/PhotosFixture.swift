import CacheLab
import LabLibrary
import PhotosCatalog
import PhotosModel

/// A small library with its catalog in memory.
enum PhotosFixture {
  /// Of the tiny profile: 256x192 and the like. Made once for all tests.
  static let library: PhotoLibrary = {
    guard
      let library = try? PhotoLibrary.open(
        LibraryConfiguration(assetCount: 1_500, profile: .tiny), in: PhotoLibrary.defaultCacheDirectory())
    else { preconditionFailure("the tiny library cannot be made: is the cache directory writable?") }
    return library
  }()

  /// One catalog for all tests that change nothing: to make one takes longer than most tests.
  static func reading() throws -> AssetLibrary { try shared.get() }

  private static let shared = Result { try photos() }

  static func photos(
    status: AuthorizationStatus = .authorized, answers: AccessAnswers = AccessAnswers()
  ) throws -> AssetLibrary {
    try AssetLibrary(of: library, status: status, answers: answers)
  }

  /// Everything that the catalog holds, hidden, shared and in bursts.
  static func everything(_ photos: AssetLibrary) throws -> [Asset] {
    var options = FetchOptions()
    options.includeHiddenAssets = true
    options.includeAllBurstAssets = true
    options.includeAssetSourceTypes = [.typeUserLibrary, .typeCloudShared, .typeiTunesSynced]
    return try objects(photos.fetchAssets(options))
  }

  static func objects<Object>(_ result: FetchResult<Object>) throws -> [Object] {
    try result.objects(at: 0..<result.count)
  }
}
