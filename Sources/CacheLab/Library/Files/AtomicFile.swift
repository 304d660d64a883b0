#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Makes a file appear whole or not at all: written under a temporary name, synchronised, then renamed.
///
/// Who writes holds a lock on the temporary file; one without its lock was left behind by a process that
/// died, and the next writer of the same file removes it.
struct AtomicFile: ~Copyable {
  private let path: String
  private let temporaryPath: String
  private let file: OpenFile
  private let durable: Bool

  /// Begins a file that will appear at `path`, in a directory that exists.
  ///
  /// - Parameter durable: Whether to wait for the disk, so that the file survives a power cut.
  init(_ path: String, durable: Bool = true) throws(LibraryError) {
    self.path = path
    self.durable = durable
    // Not for each of thousands of small files: every look reads the whole directory.
    if durable { AtomicFile.removeAbandoned(besides: path) }
    for attempt in 0..<1_000 {
      let candidate = "\(path).tmp-\(getpid())-\(attempt)"
      do throws(LibraryError) {
        let file = try OpenFile(candidate, flags: O_CREAT | O_EXCL | O_RDWR)
        // A cleaner that came between opening and locking has removed the name: take another.
        guard file.tryLock(), try file.status().st_nlink == 1 else { continue }
        self.file = file
        temporaryPath = candidate
        return
      } catch {
        guard case .system(_, _, EEXIST) = error else { throw error }
      }
    }
    throw .system(call: "open", path: path, code: EEXIST)
  }

  /// Appends bytes.
  func write(_ bytes: [UInt8]) throws(LibraryError) { try file.write(bytes) }

  /// Appends bytes.
  func write(_ bytes: UnsafeRawBufferPointer) throws(LibraryError) { unsafe try file.write(bytes) }

  /// Makes the file appear under its name, replacing what was there.
  consuming func commit() throws(LibraryError) {
    if durable { try file.synchronize() }
    guard unsafe rename(temporaryPath, path) == 0 else {
      throw .system(call: "rename", path: path, code: errno)
    }
    guard durable else { return }
    // The rename itself must survive a power cut; a directory that cannot be synchronised is no reason to
    // fail.
    let directory = try OpenFile(Paths.directory(of: path), flags: O_RDONLY)
    _ = fsync(directory.descriptor)
  }

  /// Without a commit nothing is left; after one there is nothing under the temporary name.
  deinit { _ = unsafe unlink(temporaryPath) }

  private static func removeAbandoned(besides path: String) {
    let directory = Paths.directory(of: path)
    let prefix = Paths.name(of: path) + ".tmp-"
    guard let names = try? Paths.names(in: directory) else { return }
    for name in names where name.hasPrefix(prefix) {
      let candidate = directory + "/" + name
      guard let file = try? OpenFile(candidate, flags: O_RDWR), file.tryLock() else { continue }
      _ = unsafe unlink(candidate)
    }
  }
}
