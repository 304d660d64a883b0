/// Hears what has changed (`PHPhotoLibraryChangeObserver`).
public protocol LibraryChangeObserver: AnyObject, Sendable {
  /// Called after a change is in the library: on the caller's thread of `performChangesAndWait` and of what changes
  /// access, on the library's queue after `performChanges`.
  func photoLibraryDidChange(_ change: LibraryChange)
}
