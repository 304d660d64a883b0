/// Why a photo library cannot be made, opened or read. Each names the file and, where there is one, the cure.
public enum LibraryError: Error, Equatable, Sendable {
  /// A system call failed: which, on which file, with which errno.
  case system(call: String, path: String, code: Int32)
  /// A FIFO, a device or a directory where a file is expected.
  case notRegular(path: String)
  /// A file where the pool belongs that CacheLab did not write.
  case foreignPool(path: String)
  /// A pool that contradicts its own checksum.
  case damagedPool(path: String, reason: String)
  /// A configuration that no library can have.
  case badConfiguration(String)
  /// libjpeg-turbo failed while the pool was made.
  case codec(path: String, CodecError)
  /// No environment variable says where caches belong.
  case noCacheDirectory
  /// No folder for files on the way can be made.
  case noScratchFolder(place: String, code: Int32)
  /// A folder without a single JPEG.
  case emptyFolder(path: String)
  /// An asset's file is not what the index says.
  case changedFile(path: String)
  /// There is no such asset.
  case noSuchAsset(Int, count: Int)
}

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension LibraryError: CustomStringConvertible {
  public var description: String { words.visible }

  private var words: String {
    switch self {
    case .system(let call, let path, let code): "\(path): \(call): \(LibraryError.text(of: code))"
    case .notRegular(let path): "\(path) is not a regular file: move it away"
    case .foreignPool(let path):
      "\(path) is not a CacheLab pool: move it away, or choose another cache directory"
    case .damagedPool(let path, let reason):
      "\(path) is damaged (\(reason)): delete it, it is made anew at the next use"
    case .badConfiguration(let reason): reason
    case .codec(let path, let error): "\(path): \(error)"
    case .noCacheDirectory: "neither XDG_CACHE_HOME nor HOME is set: name a cache directory"
    case .noScratchFolder(let place, let code):
      "no folder for files on the way can be made in \(place): \(LibraryError.text(of: code)); free some space, or set TMPDIR"
    case .emptyFolder(let path): "\(path) holds no JPEG"
    case .changedFile(let path): "\(path) is not the file that was indexed: open the folder again"
    case .noSuchAsset(let asset, let count): "no asset \(asset): the library has \(count), counted from 0"
    }
  }

  /// What the system said of a call that failed; for anything else the whole description.
  var reason: String {
    if case .system(_, _, let code) = self { LibraryError.text(of: code) } else { description }
  }

  private static func text(of code: Int32) -> String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
