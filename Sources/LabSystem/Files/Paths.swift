import SystemPackage

/// Names of files and directories, as texts.
package enum Paths {
  /// A path of the type that is asked for. Subprocess asks for a `FilePath`, which is swift-system's, or on Apple systems
  /// that of their own System: whoever writes neither name compiles on both.
  package static func any<Path: ExpressibleByStringLiteral>(_ path: String) -> Path
  where Path.StringLiteralType == String {
    Path(stringLiteral: path)
  }

  /// All before the last slash; `.` when there is none.
  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// All behind the last slash.
  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  /// Makes a directory and those above it.
  package static func makeDirectory(_ path: String) throws(FileError) {
    do throws(FileError) {
      try makeInnermostDirectory(path)
    } catch .system(_, _, .fileExists) {
    } catch .system(_, _, .noSuchFileOrDirectory) where directory(of: path) != path {
      try makeDirectory(directory(of: path))
      do throws(FileError) { try makeInnermostDirectory(path) } catch .system(_, _, .fileExists) {}
    }
  }

  /// Waits until the names in the directory of `path` are on the disk. One that cannot be synchronised is no reason to
  /// fail.
  package static func synchronizeDirectory(of path: String) {
    guard let directory = try? OpenFile(directory(of: path), .readOnly) else { return }
    try? directory.synchronize()
  }

  /// Where caches of this program belong: $XDG_CACHE_HOME/cachelab, else ~/.cache/cachelab.
  package static func cacheDirectory() throws(FileError) -> String {
    if let cache = ThisProcess.variable("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache + "/cachelab" }
    if let home = ThisProcess.variable("HOME"), home.hasPrefix("/") { return home + "/.cache/cachelab" }
    throw .noCacheDirectory
  }
}
