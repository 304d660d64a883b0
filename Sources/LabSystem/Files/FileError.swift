import LabBase
public import SystemPackage

/// Why a file or a folder cannot be had. Each names it and, where there is one, the cure.
public enum FileError: Error, Equatable, Sendable {
  /// A system call failed: which, on which file, with which errno.
  case system(call: String, path: String, code: Errno)
  /// A FIFO, a device or a directory where a file is expected.
  case notRegular(path: String)
  /// No environment variable says where caches belong.
  case noCacheDirectory
  /// No folder for files on the way can be made.
  case noScratchFolder(place: String, code: Errno)
}

extension FileError: CustomStringConvertible {
  public var description: String { words.visible }

  private var words: String {
    switch self {
    case .system("mkdir", let path, let code):
      "\(path) cannot be created (\(code)): choose a place that you may write to; XDG_CACHE_HOME names one for caches"
    case .system(let call, let path, let code): "\(path): \(call): \(code)"
    case .notRegular(let path): "\(path) is not a regular file: move it away"
    case .noCacheDirectory:
      "neither XDG_CACHE_HOME nor HOME is set: set XDG_CACHE_HOME to a folder that you may write to"
    case .noScratchFolder(let place, let code):
      "no folder for files on the way can be made in \(place): \(code); free some space, or set TMPDIR"
    }
  }

  /// What the system said of a call that failed; for anything else the whole description.
  package var reason: String {
    if case .system(_, _, let code) = self { code.description } else { description }
  }
}
