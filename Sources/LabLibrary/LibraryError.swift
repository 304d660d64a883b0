import CacheLab

/// A failure to make, open or read a photo library. It names the file and, if there is one, the cure.
public struct LibraryError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description.visible }

  static func foreignPool(path: String) -> LibraryError {
    LibraryError("\(path) is not a CacheLab pool; move it away, or choose another cache directory")
  }

  static func damagedPool(path: String, reason: String) -> LibraryError {
    LibraryError("\(path) is damaged (\(reason)); delete it, it is made anew at the next use")
  }

  static func changedFile(path: String) -> LibraryError {
    LibraryError("\(path) is not the file that was indexed; open the folder again")
  }
}
