/// Hears what has changed (`PHPhotoLibraryChangeObserver`).
public protocol LibraryChangeObserver: AnyObject, Sendable {
  /// Called after a change is in the library, on the thread that made it.
  func photoLibraryDidChange(_ change: LibraryChange)
}
