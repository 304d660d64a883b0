public import PhotosModel

/// Passes changes of the library on to an image manager: images of edited and of deleted assets go. Photos does so
/// itself; here an app registers one with the library, and keeps it.
public final class ManagerUpdater: LibraryChangeObserver {
  private let manager: any ImageManaging

  public init(_ manager: any ImageManaging) { self.manager = manager }

  public func photoLibraryDidChange(_ change: LibraryChange) {
    manager.libraryChanged(contentOf: change.contentChangedAssets, removed: change.removedAssets)
  }
}
