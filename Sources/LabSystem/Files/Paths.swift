#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Names of files and directories, as texts.
package enum Paths {
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
    if unsafe mkdir(path, 0o755) == 0 || errno == EEXIST { return }
    guard errno == ENOENT, directory(of: path) != path else {
      throw .system(call: "mkdir", path: path, code: errno)
    }
    try makeDirectory(directory(of: path))
    guard unsafe mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw .system(call: "mkdir", path: path, code: errno)
    }
  }

  /// Waits until the names in the directory of `path` are on the disk. One that cannot be synchronised is no reason to
  /// fail.
  package static func synchronizeDirectory(of path: String) {
    guard let directory = try? OpenFile(directory(of: path), flags: O_RDONLY) else { return }
    _ = fsync(directory.descriptor)
  }

  /// What a directory holds, without `.` and `..`, sorted by bytes.
  package static func names(in directory: String) throws(FileError) -> [String] {
    guard let stream = unsafe opendir(directory) else {
      throw .system(call: "opendir", path: directory, code: errno)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The path without links and dots.
  package static func absolute(_ path: String) throws(FileError) -> String {
    guard let resolved = unsafe realpath(path, nil) else {
      throw .system(call: "realpath", path: path, code: errno)
    }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// Where caches of this program belong: $XDG_CACHE_HOME/cachelab, else ~/.cache/cachelab.
  package static func cacheDirectory() throws(FileError) -> String {
    if let cache = variable("XDG_CACHE_HOME"), cache.hasPrefix("/") { return cache + "/cachelab" }
    if let home = variable("HOME"), home.hasPrefix("/") { return home + "/.cache/cachelab" }
    throw .noCacheDirectory
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
