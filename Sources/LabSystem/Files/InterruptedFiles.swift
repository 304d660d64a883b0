import Synchronization
import SystemPackage

/// Files that are half written now, and folders for files on the way: an interrupted process removes them before it ends.
public enum InterruptedFiles {
  private struct State {
    var files: [String] = []
    var folders: [String] = []
  }

  private static let state = Mutex(State())

  /// Makes a new file and remembers it; no interrupt comes between the two.
  static func create(_ path: String) throws(FileError) -> OpenFile {
    try state.withLock { state throws(FileError) in
      let file = try OpenFile(path, .readWrite, [.create, .exclusiveCreate])
      state.files.append(path)
      return file
    }
  }

  static func forget(_ path: String) { state.withLock { $0.files.removeAll { $0 == path } } }

  /// Makes a new folder and remembers it, the same way.
  ///
  /// - Parameter template: Its path, with XXXXXX for what makes it new.
  static func createFolder(_ template: String) throws(FileError) -> String {
    try state.withLock { state throws(FileError) in
      do throws(FileError) {
        let path = try Paths.makeNewDirectory(template)
        state.folders.append(path)
        return path
      } catch .system(_, _, let code) {
        throw .noScratchFolder(place: Paths.directory(of: template), code: code)
      }
    }
  }

  static func forget(folder: String) { state.withLock { $0.folders.removeAll { $0 == folder } } }

  /// Does what an interrupt must find done or not begun. No file is made or forgotten meanwhile.
  package static func uninterrupted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { _ throws(Failure) in try body() }
  }

  /// Removes every file that is still half written, every folder for files on the way, and ends the process; none can be
  /// made between.
  public static func removeAll(andThen end: () -> Never) -> Never {
    state.withLock { state in
      for path in state.files { Paths.remove(path) }
      for folder in state.folders { ScratchFolder.remove(folder) }
      end()
    }
  }
}
