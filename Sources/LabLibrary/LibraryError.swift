import LabBase
public import LabSystem

/// Why a photo library cannot be made, opened or read. Each names the file and, where there is one, the cure.
public enum LibraryError: Error, Equatable, Sendable {
  /// A file or a folder cannot be had.
  case file(FileError)
  /// A file where the pool belongs that CacheLab did not write.
  case foreignPool(path: String)
  /// A pool that contradicts its own checksum.
  case damagedPool(path: String, reason: String)
  /// A configuration that no library can have.
  case badConfiguration(String)
  /// libjpeg-turbo failed while the pool was made.
  case codec(path: String, CodecError)
  /// A folder without a single JPEG, but with so many HEIC files.
  case emptyFolder(path: String, heicCount: Int)
  /// An asset's file is not what the index says.
  case changedFile(path: String)
  /// There is no such asset.
  case noSuchAsset(Int, count: Int)

  /// Does something with files, and says what goes wrong as an error of the library.
  static func files<Value: ~Copyable>(_ body: () throws(FileError) -> Value) throws(LibraryError) -> Value {
    do { return try body() } catch { throw .file(error) }
  }
}

extension LibraryError: CustomStringConvertible {
  public var description: String { words.visible }

  private var words: String {
    switch self {
    case .file(let error): error.description
    case .foreignPool(let path):
      "\(path) is not a CacheLab pool: move it away, or choose another cache directory"
    case .damagedPool(let path, let reason):
      "\(path) is damaged (\(reason)): delete it, it is made anew at the next use"
    case .badConfiguration(let reason): reason
    case .codec(let path, let error): "\(path): \(error)"
    case .emptyFolder(let path, 0): "\(path) holds no JPEG"
    case .emptyFolder(let path, let count):
      "\(path) holds no JPEG, but \(NumberText.count(count, "HEIC file")), which the lab cannot decode: "
        + LeftOutFile.heicCure
    case .changedFile(let path): "\(path) is not the file that was indexed: open the folder again"
    case .noSuchAsset(let asset, let count): "no asset \(asset): the library has \(count), counted from 0"
    }
  }
}

extension OpenFile {
  /// Does something with the file, and says what goes wrong as an error of the library.
  borrowing func inLibrary<Value>(
    _ body: (borrowing OpenFile) throws(FileError) -> Value
  ) throws(LibraryError) -> Value {
    do { return try body(self) } catch { throw .file(error) }
  }

  /// Bytes of the file; nil where it ends before them.
  borrowing func libraryBytes(at offset: Int64, count: Int) throws(LibraryError) -> [UInt8]? {
    do { return try bytes(at: offset, count: count) } catch { throw .file(error) }
  }
}
