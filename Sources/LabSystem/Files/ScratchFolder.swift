import CLabSystem

/// A new folder of this process alone, in $TMPDIR or /tmp, removed with its last user and all that it contains.
///
/// An interrupt removes it too, and the next folder that is created removes those of killed processes, whose locks ended.
public final class ScratchFolder: Sendable {
  public let path: String
  private let folder: OpenFile

  /// - Throws: `FileError.noScratchFolder` if none can be created.
  public convenience init() throws(FileError) {
    let set = ThisProcess.variable("TMPDIR") ?? ""
    try self.init(in: set.hasPrefix("/") ? set : "/tmp")
  }

  init(in place: String) throws(FileError) {
    ScratchFolder.removeAbandoned(in: place)
    for _ in 0..<1_000 {
      let path = try InterruptedFiles.createFolder("\(place)/\(ScratchFolder.prefix)XXXXXX")
      var problem: FileError?
      do throws(FileError) {
        let folder = try ScratchFolder.open(path)
        // A cleaner that came between making and locking has removed it, or is about to: take another.
        if folder.tryLock() != .othersHold, ScratchFolder.isThere(folder) {
          self.path = path
          self.folder = folder
          return
        }
      } catch {
        problem = error
      }
      ScratchFolder.remove(path)
      InterruptedFiles.forget(path)
      if let problem, !problem.isAbsence { throw problem }
    }
    throw .noScratchFolder(place: place, code: .fileExists)
  }

  deinit {
    ScratchFolder.remove(path)
    InterruptedFiles.forget(path)
  }

  /// Removes a folder and its contents; links are removed, not followed. A process that still writes into it may undo
  /// that, so there are a few rounds.
  package static func remove(_ path: String) {
    for _ in 0..<8 {
      for name in (try? Paths.names(in: path)) ?? [] {
        let inner = "\(path)/\(name)"
        if !Paths.remove(inner), (try? Paths.status(inner, followsLinks: false))?.isFolder == true { remove(inner) }
      }
      if unsafe lab_remove_folder(path) != -lab_ENOTEMPTY { return }
    }
  }

  /// Removes folders of this user without an owner. Those of other users can be neither opened nor removed.
  private static func removeAbandoned(in place: String) {
    for name in (try? Paths.names(in: place)) ?? [] where name.hasPrefix(prefix) {
      let path = "\(place)/\(name)"
      guard let folder = try? open(path), let status = try? folder.status(), status.userID == lab_user(),
        folder.tryLock() == .taken
      else { continue }
      remove(path)
    }
  }

  private static func open(_ path: String) throws(FileError) -> OpenFile {
    try OpenFile(path, [.readOnly, .directory, .noFollow])
  }

  private static func isThere(_ folder: borrowing OpenFile) -> Bool {
    guard let opened = try? folder.status(), let status = try? Paths.status(folder.path, followsLinks: false)
    else { return false }
    return status.identity == opened.identity
  }

  private static let prefix = "cachelab-scratch."
}
