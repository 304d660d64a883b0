import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What the system does with names, as far as SystemPackage has no call for it.
extension Paths {
  /// What a directory holds, without `.` and `..`, sorted by bytes.
  package static func names(in directory: String) throws(FileError) -> [String] {
    guard let stream = unsafe opendir(directory) else { throw .last("opendir", directory) }
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
    guard let resolved = unsafe realpath(path, nil) else { throw .last("realpath", path) }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  /// True when something stands at a path.
  package static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  package static func isReadable(_ path: String) -> Bool { unsafe access(path, R_OK) == 0 }

  package static func isExecutable(_ path: String) -> Bool { unsafe access(path, X_OK) == 0 }

  /// Removes a file's name; false when it stays.
  @discardableResult
  package static func remove(_ path: String) -> Bool { unsafe unlink(path) == 0 }

  /// Removes an empty directory.
  static func removeDirectory(_ path: String) throws(FileError) {
    guard unsafe rmdir(path) == 0 else { throw .last("rmdir", path) }
  }

  /// Makes a directory in one that exists.
  static func makeInnermostDirectory(_ path: String) throws(FileError) {
    guard unsafe mkdir(path, 0o755) == 0 else { throw .last("mkdir", path) }
  }

  /// Makes a new directory.
  ///
  /// - Parameter template: Its path, with XXXXXX for what makes it new.
  static func makeNewDirectory(_ template: String) throws(FileError) -> String {
    var name = Array(template.utf8CString)
    guard unsafe mkdtemp(&name) != nil else { throw .last("mkdtemp", template) }
    return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Gives a file another name, in place of what has it.
  static func move(_ path: String, to name: String) throws(FileError) {
    guard unsafe rename(path, name) == 0 else { throw .last("rename", name) }
  }

  /// Gives a file a second name, which nothing has.
  static func addName(_ name: String, to path: String) throws(FileError) {
    guard unsafe link(path, name) == 0 else { throw .last("link", name) }
  }
}

extension FileDescriptor {
  /// Waits until the bytes are on the disk.
  func synchronize() throws(Errno) {
    guard fsync(rawValue) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Takes the file's lock without waiting; it goes with the descriptor, and so with the process.
  func tryLock() -> FileLock {
    if flock(rawValue, LOCK_EX | LOCK_NB) == 0 { return .taken }
    return errno == EWOULDBLOCK ? .othersHold : .unknown
  }
}

extension Stat {
  /// Time of the last change, nanoseconds since 1970. A damaged file system may say anything.
  var modifiedNs: Int64 { Int64(st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(st_mtim.tv_nsec) }
}

extension FileError {
  /// The failure of the system call before it.
  fileprivate static func last(_ call: String, _ path: String) -> FileError {
    .system(call: call, path: path, code: Errno(rawValue: errno))
  }
}
