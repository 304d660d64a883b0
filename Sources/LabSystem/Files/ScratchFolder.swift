#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A new folder of this process alone, in $TMPDIR or /tmp; it goes with its last user, and with all that lies in it.
///
/// An interrupt removes it too. What a killed process left goes with the next one that is made: its owner holds a lock
/// on a folder, and a lock goes with its process.
public final class ScratchFolder: Sendable {
  public let path: String
  /// Holds the lock.
  private let folder: OpenFile

  /// - Throws: `FileError.noScratchFolder` when none can be made.
  public convenience init() throws(FileError) {
    let set = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    try self.init(in: set.hasPrefix("/") ? set : "/tmp")
  }

  init(in place: String) throws(FileError) {
    ScratchFolder.removeAbandoned(in: place)
    for _ in 0..<1_000 {
      let path = try InterruptedFiles.createFolder("\(place)/\(ScratchFolder.prefix)XXXXXX")
      // A cleaner that came between making and locking has removed it, or is about to: take another.
      if let folder = ScratchFolder.open(path), folder.tryLock() != .othersHold, ScratchFolder.isThere(folder) {
        self.path = path
        self.folder = folder
        return
      }
      ScratchFolder.remove(path)
      InterruptedFiles.forget(folder: path)
    }
    throw .noScratchFolder(place: place, code: EEXIST)
  }

  deinit {
    ScratchFolder.remove(path)
    InterruptedFiles.forget(folder: path)
  }

  /// Removes a folder and what lies in it; links are removed, not followed. Somebody who still writes into it may undo
  /// that, which a few rounds outlast.
  static func remove(_ path: String) {
    for _ in 0..<8 {
      for name in (try? Paths.names(in: path)) ?? [] {
        let inner = "\(path)/\(name)"
        if unsafe unlink(inner) != 0 && isFolder(inner) { remove(inner) }
      }
      if unsafe rmdir(path) == 0 || errno != ENOTEMPTY { return }
    }
  }

  /// Removes folders of this user without an owner. Nobody else's can be: they are not ours to open, or to remove.
  private static func removeAbandoned(in place: String) {
    for name in (try? Paths.names(in: place)) ?? [] where name.hasPrefix(prefix) {
      let path = "\(place)/\(name)"
      guard let folder = open(path), let status = try? folder.status(), status.st_uid == geteuid(),
        folder.tryLock() == .taken
      else { continue }
      remove(path)
    }
  }

  private static func open(_ path: String) -> OpenFile? {
    try? OpenFile(path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  /// True while its path still names it.
  private static func isThere(_ folder: borrowing OpenFile) -> Bool {
    var status = stat()
    guard let opened = try? folder.status(), unsafe lstat(folder.path, &status) == 0 else { return false }
    return status.st_ino == opened.st_ino && status.st_dev == opened.st_dev
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static let prefix = "cachelab-scratch."
}
