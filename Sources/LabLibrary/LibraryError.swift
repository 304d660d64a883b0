import LabBase
import LabSystem

/// A failure to make, open or read a photo library. It names the file and, if there is one, the cure.
public struct LibraryError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description.visible }

  /// A file or a folder cannot be used.
  init(_ error: FileError) { self.init(error.description) }

  /// The place of the pool has a file that CacheLab did not write.
  static func foreignPool(path: String) -> LibraryError {
    LibraryError("\(path) is not a CacheLab pool: move it away, or choose another cache directory")
  }

  /// A pool contradicts its own checksum.
  static func damagedPool(path: String, reason: String) -> LibraryError {
    LibraryError("\(path) is damaged (\(reason)): delete it, it is made anew at the next use")
  }

  /// An asset's file differs from the index.
  static func changedFile(path: String) -> LibraryError {
    LibraryError("\(path) is not the file that was indexed: open the folder again")
  }

  /// Runs `body`, and throws its errors of files as errors of the library.
  static func files<Value: ~Copyable>(_ body: () throws(FileError) -> Value) throws(LibraryError) -> Value {
    do { return try body() } catch { throw LibraryError(error) }
  }
}
