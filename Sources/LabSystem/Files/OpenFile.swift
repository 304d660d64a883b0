import CLabSystem

/// The ways to open a file.
package struct OpenMode: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  package static let readOnly = OpenMode(rawValue: lab_O_RDONLY)
  package static let writeOnly = OpenMode(rawValue: lab_O_WRONLY)
  package static let readWrite = OpenMode(rawValue: lab_O_RDWR)
  package static let create = OpenMode(rawValue: lab_O_CREAT)
  package static let exclusiveCreate = OpenMode(rawValue: lab_O_CREAT | lab_O_EXCL)
  package static let truncate = OpenMode(rawValue: lab_O_TRUNC)
  package static let append = OpenMode(rawValue: lab_O_APPEND)
  package static let nonBlocking = OpenMode(rawValue: lab_O_NONBLOCK)
  package static let noFollow = OpenMode(rawValue: lab_O_NOFOLLOW)
  package static let directory = OpenMode(rawValue: lab_O_DIRECTORY)
}

/// An open file, closed with the value. Every error names the file.
package struct OpenFile: ~Copyable, Sendable {
  package let descriptor: Int32
  package let path: String

  /// Standard streams stay open.
  package static let standardInput = OpenFile(0, path: "standard input")
  package static let standardOutput = OpenFile(1, path: "standard output")
  package static let standardError = OpenFile(2, path: "standard error")

  /// Opens a file; child processes do not inherit it. A created file can be read by all, and written to by its owner.
  package init(_ path: String, _ mode: OpenMode) throws(FileError) {
    self.path = path
    descriptor = unsafe try Paths.check(lab_open(path, mode.rawValue), "open", path)
  }

  private init(_ descriptor: Int32, path: String) {
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
    return OpenFile(try Paths.check(lab_duplicate(number), "dup", path), path: path)
  }

  deinit { lab_close(descriptor) }

  /// Opens a regular file for reading. Nothing else is opened: a FIFO would wait for a writer that never comes.
  ///
  /// - Throws: `FileError.notRegular` for anything else, `danglingLink` for a link to nothing.
  package static func reading(_ path: String) throws(FileError) -> OpenFile {
    do throws(FileError) {
      let file = try OpenFile(path, [.readOnly, .nonBlocking])
      guard try file.status().isRegular else { throw .notRegular(path: path) }
      return file
    } catch {
      if error.isAbsence { _ = try Paths.exists(path) }
      throw error
    }
  }

  package func status() throws(FileError) -> FileStatus {
    var status = lab_status()
    unsafe try Paths.check(lab_status_of_open(descriptor, &status), "fstat", path)
    return FileStatus(status)
  }

  package func state() throws(FileError) -> FileState { try status().state }

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
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe try Paths.check(lab_read(descriptor, &part, part.count), "read", path)
      if count == 0 { return bytes }
      bytes += part[..<Int(count)]
      if bytes.count > bytesMax { return nil }
    }
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
      let count = unsafe try Paths.check(
        lab_read_at(descriptor, buffer.baseAddress! + done, buffer.count - done, offset + Int64(done)), "pread", path)
      if count == 0 { break }
      done += Int(count)
    }
    return done
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var done = 0
    while done < bytes.count {
      done += unsafe try Int(
        Paths.check(lab_write(descriptor, bytes.baseAddress! + done, bytes.count - done), "write", path))
    }
  }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    try unsafe bytes.withUnsafeBufferPointer { buffer throws(FileError) in
      unsafe try write(UnsafeRawBufferPointer(buffer))
    }
  }

  package func cut(to count: Int) throws(FileError) {
    try Paths.check(lab_cut(descriptor, Int64(count)), "ftruncate", path)
  }

  package func synchronize() throws(FileError) {
    try Paths.check(lab_synchronize(descriptor), "fsync", path)
  }

  /// Takes the file's lock without waiting; it ends with the descriptor, and so with the process.
  package func tryLock() -> FileLock { FileLock(rawValue: lab_try_lock(descriptor)) ?? .unknown }
}

/// The system's facts about a file; neither regular nor a folder is a device, a pipe, or a link that is not followed.
package struct FileStatus: Sendable {
  package let isRegular, isFolder: Bool
  package let state: FileState
  package let linkCount: UInt64
  package let userID: UInt32
  private let device, inode: UInt64

  /// The numbers of its device and of the file there, the same for all of its names.
  package var identity: [UInt64] { [device, inode] }

  init(_ status: lab_status) {
    (isRegular, isFolder) = (status.is_regular, status.is_folder)
    state = FileState(byteCount: status.size, modifiedNs: status.modified)
    (linkCount, userID, device, inode) = (status.links, status.user, status.device, status.inode)
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
}

package enum FileLock: Int32 {
  case taken = 1
  case othersHold = 0
  /// The file system has no locks.
  case unknown = -1
}

/// A failure to use a file or a folder. Each names it and, if there is one, the cure.
public enum FileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A system call failed on a file.
  case system(call: String, path: String, code: SystemError)
  /// A FIFO, a device or a directory where a file is expected.
  case notRegular(path: String)
  /// A link to a file that does not exist.
  case danglingLink(path: String)
  /// No environment variable names a place for caches.
  case noCacheDirectory
  /// No folder for temporary files can be created.
  case noScratchFolder(place: String, code: SystemError)

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

  /// The system's number of a failed call.
  package var code: SystemError? { if case .system(_, _, let code) = self { code } else { nil } }

  package var isAbsence: Bool { code == .noSuchFileOrDirectory }

  /// True if permissions or links keep a file from being read, as they will the next time. Other errors are those of
  /// the disk or the system, and say nothing about the file.
  package var isRefusal: Bool {
    guard let code else { return true }
    return [lab_EACCES, lab_EPERM, lab_ENOENT, lab_ELOOP].contains(code.number)
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
