public import CacheLab
public import LabLibrary
public import PhotosModel

// Calls that Photos has on its types, of the shared library. `PHPhotoLibrary` is `PhotoLibrary` here, the library of files:
// its static calls lead to the shared library.

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
