import CLabSystem

/// An open file, closed with the value. Every error names the file.
package struct OpenFile: ~Copyable, Sendable {
  package let descriptor: FileDescriptor
  package let path: String

  /// Opens a file; child processes do not inherit it. A created file can be read by all, and written to by its owner.
  package init(
    _ path: String, _ mode: FileDescriptor.AccessMode, _ options: FileDescriptor.OpenOptions = []
  ) throws(FileError) {
    self.path = path
    descriptor = try OpenFile.call("open", path) {
      try unsafe FileDescriptor.open(
        path, mode, options: options.union(.closeOnExec), permissions: FilePermissions(rawValue: 0o644))
    }
  }

  private init(_ descriptor: FileDescriptor, path: String) {
    self.descriptor = descriptor
    self.path = path
  }

  /// Returns the open file of this process that a path names, `/dev/stdout` or `/dev/fd/3`, or nil for any other path.
  ///
  /// It shares the write position with all other writers of that file.
  package static func named(_ path: String) throws(FileError) -> OpenFile? {
    let number: Int32? =
      switch path {
      case "/dev/stdout": 1
      case "/dev/stderr": 2
      default:
        ["/dev/fd/", "/proc/self/fd/"].first { path.hasPrefix($0) }.flatMap { Int32(path.dropFirst($0.count)) }
      }
    guard let number else { return nil }
    return OpenFile(try call("dup", path) { try FileDescriptor(rawValue: number).duplicate() }, path: path)
  }

  deinit { try? descriptor.close() }

  /// Opens a regular file for reading. Nothing else is opened: a FIFO would wait for a writer that never comes.
  ///
  /// - Throws: `FileError.notRegular` for anything else, `danglingLink` for a link to nothing.
  package static func reading(_ path: String) throws(FileError) -> OpenFile {
    do throws(FileError) {
      let file = try OpenFile(path, .readOnly, .nonBlocking)
      guard try file.status().type == .regular else { throw .notRegular(path: path) }
      return file
    } catch {
      if error.isAbsence { _ = try Paths.exists(path) }
      throw error
    }
  }

  package func status() throws(FileError) -> Stat {
    try OpenFile.call("fstat", path) { try Stat(descriptor) }
  }

  package func state() throws(FileError) -> FileState { FileState(try status()) }

  /// Fills `buffer` from `offset`; returns false if the file ends first.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Bool {
    unsafe try fill(buffer, from: offset) == buffer.count
  }

  /// Returns the `count` bytes from `offset` on, or nil if the file ends first.
  package func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8]? {
    let bytes = try prefix(count, from: offset)
    return bytes.count == count ? bytes : nil
  }

  /// Returns all bytes until the end, for example of a pipe, or nil if there are more than `bytesMax`.
  package func readToEnd(bytesMax: Int) throws(FileError) -> [UInt8]? {
    try OpenFile.call("read", path) { try descriptor.readToEnd(bytesMax: bytesMax) }
  }

  /// Returns the `count` bytes from `offset` on, or as many as there are.
  package func prefix(_ count: Int, from offset: Int64 = 0) throws(FileError) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: count)
    var done = 0
    try unsafe result.withUnsafeMutableBufferPointer { buffer throws(FileError) in
      done = unsafe try fill(UnsafeMutableRawBufferPointer(buffer), from: offset)
    }
    result.removeLast(count - done)
    return result
  }

  private func fill(_ buffer: UnsafeMutableRawBufferPointer, from offset: Int64) throws(FileError) -> Int {
    var done = 0
    while done < buffer.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
      let count = try OpenFile.call("pread", path) {
        try unsafe descriptor.read(fromAbsoluteOffset: offset + Int64(done), into: rest)
      }
      if count == 0 { break }
      done += count
    }
    return done
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      done += try OpenFile.call("write", path) { try unsafe descriptor.write(rest) }
    }
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      unsafe try write(UnsafeRawBufferPointer(buffer))
    }
  }

  package func cut(to count: Int) throws(FileError) {
    try OpenFile.call("ftruncate", path) { try descriptor.resize(to: Int64(count)) }
  }

  package func synchronize() throws(FileError) {
    try Paths.check(lab_synchronize(descriptor.rawValue), "fsync", path)
  }

  /// Takes the file's lock without waiting; it ends with the descriptor, and so with the process.
  package func tryLock() -> FileLock {
    switch lab_try_lock(descriptor.rawValue) {
    case 1: .taken
    case 0: .othersHold
    default: .unknown
    }
  }

  /// Calls SystemPackage, which throws nothing but `Errno`, though not all signatures say so.
  private static func call<Value>(
    _ name: String, _ path: String, _ body: () throws -> Value
  ) throws(FileError) -> Value {
    do { return try body() } catch {
      guard let code = error as? Errno else { preconditionFailure("\(path): \(name): \(error)") }
      throw .system(call: name, path: path, code: code)
    }
  }
}

/// A value that differs once a file has changed.
package struct FileState: Hashable, Sendable {
  package let byteCount: Int64
  package let modifiedNs: Int64

  package init(byteCount: Int64, modifiedNs: Int64) {
    self.byteCount = byteCount
    self.modifiedNs = modifiedNs
  }

  package init(_ status: Stat) { (byteCount, modifiedNs) = (status.size, status.modifiedNs) }
}

package enum FileLock {
  case taken
  case othersHold
  /// The file system has no locks.
  case unknown
}

/// A failure to use a file or a folder. Each names it and, if there is one, the cure.
public enum FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A system call failed on a file.
  case system(call: String, path: String, code: Errno)
  /// A FIFO, a device or a directory where a file is expected.
  case notRegular(path: String)
  /// A link to a file that does not exist.
  case danglingLink(path: String)
  /// No environment variable names a place for caches.
  case noCacheDirectory
  /// No folder for temporary files can be created.
  case noScratchFolder(place: String, code: Errno)

  public var description: String { words.visible }

  private var words: String {
    switch self {
    case .system("mkdir", let path, let code):
      "\(path) cannot be created (\(code)); choose a place that you may write to; XDG_CACHE_HOME names one for caches"
    case .system(let call, let path, let code): "\(path): \(call): \(code.withCure)"
    case .notRegular(let path): "\(path) is not a regular file; move it away"
    case .danglingLink(let path): "\(path) is \(reason)"
    case .noCacheDirectory:
      "neither XDG_CACHE_HOME nor HOME is set; set XDG_CACHE_HOME to a folder that you may write to"
    case .noScratchFolder(let place, let code):
      "no folder for files on the way can be made in \(place): \(code.withCure); free some space, or set TMPDIR"
    }
  }

  package var isAbsence: Bool { if case .system(_, _, .noSuchFileOrDirectory) = self { true } else { false } }

  /// True if permissions or links keep a file from being read, as they will the next time. Other errors are those of
  /// the disk or the system, and say nothing about the file.
  package var isRefusal: Bool {
    switch self {
    case .system(_, _, let code):
      [.permissionDenied, .notPermitted, .noSuchFileOrDirectory, .tooManySymbolicLinkLevels].contains(code)
    default: true
    }
  }

  /// The system's message for a failed call; for other errors the whole description.
  public var reason: String {
    switch self {
    case .system(_, _, let code): code.withCure
    case .danglingLink: "a link to what is not there; mount or restore that, or remove the link"
    default: description
    }
  }
}

extension FileDescriptor {
  package func readToEnd(bytesMax: Int) throws -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try unsafe part.withUnsafeMutableBytes { try unsafe read(into: $0) }
      if count == 0 { return bytes }
      bytes += part[..<count]
      if bytes.count > bytesMax { return nil }
    }
  }

  package var isTerminal: Bool { lab_is_terminal(rawValue) }

  /// The columns of the terminal, or nil if it is none or does not tell.
  package var columnCount: Int? {
    let count = Int(lab_columns(rawValue))
    return count > 0 ? count : nil
  }
}
