import LabBase
import LabSystem

/// Why a photo library cannot be made, opened or read: names the file and, where there is one, the cure.
public struct LibraryError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description.visible }

  /// A file or a folder cannot be had.
  init(_ error: FileError) { self.init(error.description) }

  /// A file where the pool belongs that CacheLab did not write.
  static func foreignPool(path: String) -> LibraryError {
    LibraryError("\(path) is not a CacheLab pool: move it away, or choose another cache directory")
  }

  /// A pool that contradicts its own checksum.
  static func damagedPool(path: String, reason: String) -> LibraryError {
    LibraryError("\(path) is damaged (\(reason)): delete it, it is made anew at the next use")
  }

  /// An asset's file is not what the index says.
  static func changedFile(path: String) -> LibraryError {
    LibraryError("\(path) is not the file that was indexed: open the folder again")
  }

  /// Does something with files, and says what goes wrong as an error of the library.
  static func files<Value: ~Copyable>(_ body: () throws(FileError) -> Value) throws(LibraryError) -> Value {
    do { return try body() } catch { throw LibraryError(error) }
  }
}
