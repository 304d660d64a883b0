#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the regular files below a folder, in the order of their names' bytes.
struct FolderWalk {
  struct Found: Equatable, Sendable {
    var name: String
    var byteCount: Int64
    var modifiedNs: Int64
  }

  /// A directory by what identifies it, so that a loop of links ends.
  private struct Identity: Hashable {
    let device: UInt64
    let inode: UInt64
  }

  private let root: String
  private(set) var files: [Found] = []
  /// Files and directories that could not be looked at.
  private(set) var unreadableCount = 0
  private var visited: Set<Identity> = []

  /// Directories inside directories, at most.
  private static let maxDepth = 64

  init(_ root: String) throws(LibraryError) {
    self.root = root
    var status = stat()
    guard unsafe stat(root, &status) == 0 else { throw .system(call: "stat", path: root, code: errno) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .system(call: "opendir", path: root, code: ENOTDIR)
    }
    visited.insert(FolderWalk.identity(status))
    _ = try Paths.names(in: root)
    walk("", depth: 0)
    files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private mutating func walk(_ prefix: String, depth: Int) {
    guard let names = try? Paths.names(in: root + "/" + prefix) else {
      unreadableCount += 1
      return
    }
    for name in names where !name.hasPrefix(".") {
      let path = prefix + name
      var status = stat()
      // A link that leads nowhere counts as unreadable; one that leads back to a directory already seen is
      // left out.
      guard unsafe stat(root + "/" + path, &status) == 0 else {
        unreadableCount += 1
        continue
      }
      if status.st_mode & S_IFMT == S_IFDIR {
        if depth < FolderWalk.maxDepth, visited.insert(FolderWalk.identity(status)).inserted {
          walk(path + "/", depth: depth + 1)
        }
      } else if status.st_mode & S_IFMT == S_IFREG {
        files.append(
          Found(name: path, byteCount: Int64(status.st_size), modifiedNs: FolderWalk.modified(status)))
      }
    }
  }

  private static func identity(_ status: stat) -> Identity {
    Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
  }

  private static func modified(_ status: stat) -> Int64 {
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}
