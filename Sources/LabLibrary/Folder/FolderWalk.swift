/// Finds the regular files below a folder, in the order of their names' bytes.
struct FolderWalk {
  struct Found: Sendable {
    let name: String
    let state: FileState
  }

  private let root: String
  private(set) var files: [Found] = []
  private(set) var unreadable: [String] = []
  /// The directories seen so far, so that a loop of links ends.
  private var visited: Set<[UInt64]> = []

  private static let maxDepth = 64
  /// The most files: a link may lead to a whole disk.
  private static let maxFiles = 1_000_000

  init(_ root: String) throws {
    self.root = root
    guard let status = try Paths.status(root), status.isFolder else {
      throw FileError.system(call: "opendir", path: root, code: .notDirectory)
    }
    _ = visit(status)
    _ = try Paths.names(in: root)
    try walk("", depth: 0)
    files.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  private mutating func walk(_ prefix: String, depth: Int) throws {
    let names: [String]
    do throws(FileError) { names = try Paths.names(in: root + "/" + prefix) } catch {
      return try leaveOut(String(prefix.dropLast()), error)
    }
    for name in names where !name.hasPrefix(".") {
      let path = prefix + name
      let status: FileStatus?
      do throws(FileError) { status = try Paths.status(root + "/" + path) } catch {
        try leaveOut(path, error)
        continue
      }
      if let status, status.isFolder, depth < FolderWalk.maxDepth {
        if visit(status) { try walk(path + "/", depth: depth + 1) }
      } else if let status, status.isRegular {
        guard files.count < FolderWalk.maxFiles else {
          throw LibraryError("\(root) holds more than \(FolderWalk.maxFiles) files; name a folder inside it")
        }
        files.append(Found(name: path, state: status.state))
      } else {
        // A link to nothing, a directory too deep, or a FIFO, socket or device, whose opening would wait.
        unreadable.append(path)
      }
    }
  }

  /// Returns false for a directory that was seen before, to which a link leads back.
  private mutating func visit(_ directory: FileStatus) -> Bool { visited.insert(directory.identity).inserted }

  /// Adds a path that permissions and links close to us; other errors say nothing about the folder.
  private mutating func leaveOut(_ path: String, _ error: FileError) throws(FileError) {
    guard error.isRefusal else { throw error }
    unreadable.append(path)
  }
}
