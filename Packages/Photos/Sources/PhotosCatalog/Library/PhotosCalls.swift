public import CacheLab
public import LabLibrary
public import PhotosModel

// Photos' static calls, for the shared library. `PHPhotoLibrary` is `PhotoLibrary` here, the library of files, whose
// static calls use the shared library.

/// The type with the static calls of `PHPhotoLibrary`.
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

  /// Returns the status as before access levels, when limited access was `authorized`.
  public static func authorizationStatus() -> AuthorizationStatus {
    let status = authorizationStatus(for: .readWrite)
    return status == .limited ? .authorized : status
  }

  /// Asks for access as before access levels, when limited access was `authorized`.
  public static func requestAuthorization(_ handler: @escaping @Sendable (AuthorizationStatus) -> Void) {
    requestAuthorization(for: .readWrite) { handler($0 == .limited ? .authorized : $0) }
  }
}

extension ImageManager {
  /// Returns the manager of the shared library.
  public static func `default`() -> ImageManager { AssetLibrary.shared().defaultManager }

  /// Creates a manager for a library's files.
  public convenience init(
    of photos: AssetLibrary = .shared(), scheduler: any ImageScheduling = ThreadScheduler(),
    settings: ManagerSettings = ManagerSettings(), cloud: CloudModel = CloudModel()
  ) {
    self.init(LibraryImageSource(photos.catalog.files), scheduler: scheduler, settings: settings, cloud: cloud)
  }
}
