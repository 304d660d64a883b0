#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

/// A file that is open; closed when the value goes. Every failure names the file.
package struct OpenFile: ~Copyable, Sendable {
  package let descriptor: Int32
  package let path: String

  /// Opens a file with the flags of open(2); O_CLOEXEC is added.
  package init(_ path: String, flags: Int32, mode: mode_t = 0o644) throws(FileError) {
    descriptor = unsafe open(path, flags | O_CLOEXEC, mode)
    self.path = path
    guard descriptor >= 0 else { throw .system(call: "open", path: path, code: errno) }
  }

  deinit { close(descriptor) }

  /// Opens a regular file for reading. Nothing else is opened: a FIFO would wait for a writer that never comes.
  ///
  /// - Throws: `FileError.notRegular` for anything else.
  package static func reading(_ path: String) throws(FileError) -> OpenFile {
    let file = try OpenFile(path, flags: O_RDONLY | O_NONBLOCK)
    guard try file.status().st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
    return file
  }

  /// The file's status.
  package func status() throws(FileError) -> stat {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw failure("fstat") }
    return status
  }

  /// What tells whether the file changes.
  package func state() throws(FileError) -> FileState { FileState(try status()) }

  /// Fills `buffer` from `offset`; false when the file ends first.
  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(FileError) -> Bool {
    var done = 0
    while done < buffer.count {
      let count = unsafe pread(
        descriptor, buffer.baseAddress! + done, buffer.count - done, off_t(offset) + off_t(done))
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure("pread") }
      if count == 0 { return false }
      done += count
    }
    return true
  }

  /// The `count` bytes from `offset` on; nil when the file ends first.
  package func bytes(at offset: Int64, count: Int) throws(FileError) -> [UInt8]? {
    var result = [UInt8](repeating: 0, count: count)
    var isWhole = false
    var problem: FileError?
    unsafe result.withUnsafeMutableBytes { buffer in
      do throws(FileError) { isWhole = unsafe try read(into: buffer, at: offset) } catch {
        problem = error
      }
    }
    if let problem { throw problem }
    return isWhole ? result : nil
  }

  /// Appends all of `bytes`.
  func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe systemWrite(descriptor, bytes.baseAddress! + done, bytes.count - done)
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw failure("write") }
      done += count
    }
  }

  /// Appends all of `bytes`.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    var problem: FileError?
    unsafe bytes.withUnsafeBytes { buffer in
      do throws(FileError) { unsafe try write(buffer) } catch { problem = error }
    }
    if let problem { throw problem }
  }

  /// Leaves the first `count` bytes.
  package func cut(to count: Int) throws(FileError) {
    guard ftruncate(descriptor, off_t(count)) == 0 else { throw failure("ftruncate") }
  }

  /// Waits until the bytes are on the disk.
  package func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw failure("fsync") }
  }

  /// Takes the file's lock without waiting; it goes with the descriptor, and so with the process.
  package func tryLock() -> FileLock {
    if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return .taken }
    return errno == EWOULDBLOCK ? .othersHold : .unknown
  }

  package func failure(_ call: String) -> FileError { .system(call: call, path: path, code: errno) }
}

/// write(2) by a name that no method hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}
