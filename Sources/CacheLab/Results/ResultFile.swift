import Glibc

/// A file that appears whole or not at all: written under another name beside its place, then moved there.
///
/// What stands at the path and is no regular file, a pipe or `/dev/stdout`, is written to as it is, never replaced.
public struct ResultFile: ~Copyable {
  private let path: String
  /// Nil when the path itself is written to.
  private let temporaryPath: String?
  private let descriptor: Int32
  private var buffer: [UInt8] = []
  private var isCommitted = false

  /// Bytes gathered before they are written.
  private static let bufferSize = 1 << 16

  /// - Throws: `ResultError.cannotCreate` when the folder is missing or not writable.
  public init(path: String) throws(ResultError) {
    self.path = path
    var status = stat()
    if unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG {
      temporaryPath = nil
      descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    } else {
      let beside = "\(path).\(getpid()).partial"
      temporaryPath = beside
      descriptor = unsafe open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    }
    guard descriptor >= 0 else { throw .cannotCreate(path, reason: ResultFile.reason()) }
    if let temporaryPath { InterruptedFiles.remember(temporaryPath) }
    buffer.reserveCapacity(ResultFile.bufferSize + 4096)
  }

  deinit {
    close(descriptor)
    if let temporaryPath {
      if !isCommitted { unsafe unlink(temporaryPath) }
      InterruptedFiles.forget(temporaryPath)
    }
  }

  /// - Throws: `ResultError.cannotWrite`, on a full disk for example.
  public mutating func write(_ text: String) throws(ResultError) {
    buffer.append(contentsOf: text.utf8)
    if buffer.count >= ResultFile.bufferSize { try flush() }
  }

  public mutating func write(_ bytes: [UInt8]) throws(ResultError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= ResultFile.bufferSize { try flush() }
  }

  /// Puts the file in its place.
  ///
  /// - Parameter exclusively: an existing file is left as it is, and false returned.
  public mutating func commit(exclusively: Bool) throws(ResultError) -> Bool {
    try flush()
    guard let temporaryPath else { return true }
    guard fsync(descriptor) == 0 else { throw .cannotWrite(path, reason: ResultFile.reason()) }
    if exclusively {
      guard unsafe link(temporaryPath, path) == 0 else {
        if errno == EEXIST { return false }
        throw .cannotWrite(path, reason: ResultFile.reason())
      }
      return true
    }
    guard unsafe rename(temporaryPath, path) == 0 else {
      throw .cannotWrite(path, reason: ResultFile.reason())
    }
    isCommitted = true
    return true
  }

  private mutating func flush() throws(ResultError) {
    var offset = 0
    while offset < buffer.count {
      let count = unsafe buffer.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress! + offset, $0.count - offset)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw .cannotWrite(path, reason: ResultFile.reason()) }
      offset += count
    }
    buffer.removeAll(keepingCapacity: true)
  }

  private static func reason() -> String { unsafe String(cString: strerror(errno)) }
}
