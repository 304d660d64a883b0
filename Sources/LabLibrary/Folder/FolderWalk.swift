import LabSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Finds the regular files below a folder, in the order of their names' bytes.
struct FolderWalk {
  struct Found: Equatable, Sendable {
    var name: String
    var state: FileState
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
  /// Files at most: a link may lead to a whole disk.
  private static let maxFiles = 1_000_000

  init(_ root: String) throws(LibraryError) {
    self.root = root
    var status = stat()
    guard unsafe stat(root, &status) == 0 else { throw .file(.system(call: "stat", path: root, code: errno)) }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw .file(.system(call: "opendir", path: root, code: ENOTDIR))
    }
    visited.insert(FolderWalk.identity(status))
    _ = try LibraryError.files { () throws(FileError) in try Paths.names(in: root) }
    try walk("", depth: 0)
    files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private mutating func walk(_ prefix: String, depth: Int) throws(LibraryError) {
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
        guard depth < FolderWalk.maxDepth else {
          unreadableCount += 1
          continue
        }
        if visited.insert(FolderWalk.identity(status)).inserted { try walk(path + "/", depth: depth + 1) }
      } else if status.st_mode & S_IFMT == S_IFREG {
        guard files.count < FolderWalk.maxFiles else {
          throw .badConfiguration("\(root) holds more than \(FolderWalk.maxFiles) files: name a folder inside it")
        }
        files.append(Found(name: path, state: FileState(status)))
      } else {
        // A FIFO, a socket or a device is no photo, and waits for whoever opens it.
        unreadableCount += 1
      }
    }
  }

  private static func identity(_ status: stat) -> Identity {
    Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev), inode: UInt64(truncatingIfNeeded: status.st_ino))
  }
}
