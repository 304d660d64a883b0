import LabSystem
import SystemPackage

/// Finds the regular files below a folder, in the order of their names' bytes.
struct FolderWalk {
  struct Found: Equatable, Sendable {
    var name: String
    var state: FileState
  }

  /// The identity of a directory, so that a loop of links ends.
  private struct Identity: Hashable {
    let device: DeviceID
    let inode: Inode

    init(_ status: Stat) { (device, inode) = (status.deviceID, status.inode) }
  }

  private let root: String
  private(set) var files: [Found] = []
  private(set) var unreadable: [String] = []
  private var visited: Set<Identity> = []

  private static let maxDepth = 64
  /// The most files: a link may lead to a whole disk.
  private static let maxFiles = 1_000_000

  init(_ root: String) throws(LibraryError) {
    self.root = root
    let status = try LibraryError.files { () throws(FileError) in try Paths.status(root) }
    guard let status, status.type == .directory else {
      throw LibraryError(FileError.system(call: "opendir", path: root, code: .notDirectory))
    }
    visited.insert(Identity(status))
    _ = try LibraryError.files { () throws(FileError) in try Paths.names(in: root) }
    try walk("", depth: 0)
    files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private mutating func walk(_ prefix: String, depth: Int) throws(LibraryError) {
    let names: [String]
    do throws(FileError) { names = try Paths.names(in: root + "/" + prefix) } catch {
      return try leaveOut(String(prefix.dropLast()), error)
    }
    for name in names where !name.hasPrefix(".") {
      let path = prefix + name
      // A link that leads nowhere counts as unreadable; one that leads back to a directory already seen is
      // left out.
      let status: Stat?
      do throws(FileError) { status = try Paths.status(root + "/" + path) } catch {
        try leaveOut(path, error)
        continue
      }
      guard let status else {
        unreadable.append(path)
        continue
      }
      if status.type == .directory {
        guard depth < FolderWalk.maxDepth else {
          unreadable.append(path)
          continue
        }
        if visited.insert(Identity(status)).inserted { try walk(path + "/", depth: depth + 1) }
      } else if status.type == .regular {
        guard files.count < FolderWalk.maxFiles else {
          throw LibraryError("\(root) holds more than \(FolderWalk.maxFiles) files: name a folder inside it")
        }
        files.append(Found(name: path, state: FileState(status)))
      } else {
        // A FIFO, a socket or a device is no photo, and opening it would wait.
        unreadable.append(path)
      }
    }
  }
  /// Adds a path that permissions and links close to us. Other errors say nothing about the folder.
  private mutating func leaveOut(_ path: String, _ error: FileError) throws(LibraryError) {
    guard error.isRefusal else { throw LibraryError(error) }
    unreadable.append(path)
  }
}
