import SystemPackage

/// Makes a file appear whole or not at all, whenever the process is killed: written under a temporary name beside its
/// place, synchronised, then renamed or linked.
///
/// A durable file and its name also survive a power cut once `commit` has returned.
package struct AtomicFile: ~Copyable {
  private let path: String
  private let temporaryPath: String
  private let file: OpenFile
  private let durable: Bool
  /// True once the temporary name is gone, and may be another thread's. In a box, since files lie in enumerations,
  /// whose payloads cannot be changed in place.
  private let isMoved = Flag()

  private final class Flag {
    var isSet = false
  }

  /// Begins a file that will appear at `path`, in a directory that exists.
  ///
  /// - Parameter durable: Whether to wait for the disk, so that the file survives a power cut.
  package init(_ path: String, durable: Bool = true) throws(FileError) {
    self.path = path
    self.durable = durable
    for attempt in 0..<1_000 {
      let candidate = PartialName.path(for: path, attempt: attempt)
      do throws(FileError) {
        let file = try InterruptedFiles.create(candidate)
        // A cleaner that came between opening and locking has removed the name, or is about to: take another. A file
        // system without locks has no cleaners either.
        guard file.tryLock() != .othersHold, try file.status().linkCount == 1 else {
          InterruptedFiles.forget(candidate)
          continue
        }
        self.file = file
        temporaryPath = candidate
        return
      } catch {
        guard case .system(_, _, .fileExists) = error else { throw error }
      }
    }
    throw .system(call: "open", path: path, code: .fileExists)
  }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

  /// Appends bytes.
  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) { unsafe try file.write(bytes) }

  /// The first `count` bytes that were written.
  package func bytes(_ count: Int) throws(FileError) -> [UInt8] { try file.prefix(count) }

  /// Makes the file appear under a name beside its own, unless something is there: then false, and nothing has changed.
  package func commit(as path: String) throws(FileError) -> Bool {
    if durable { try file.synchronize() }
    do throws(FileError) {
      try Paths.addName(path, to: temporaryPath)
    } catch .system(_, _, .fileExists) {
      return false
    }
    if durable { Paths.synchronizeDirectory(of: path) }
    return true
  }

  /// Makes the file appear under its name.
  ///
  /// - Parameter replacing: Whether it takes the place of what is there.
  /// - Returns: False when it is not to replace anything and something is there: that is left as it is.
  @discardableResult
  package func commit(replacing: Bool = true) throws(FileError) -> Bool {
    if !replacing { return try commit(as: path) }
    if durable { try file.synchronize() }
    try Paths.move(temporaryPath, to: path)
    isMoved.isSet = true
    if durable { Paths.synchronizeDirectory(of: path) }
    return true
  }

  /// Without a commit nothing is left; after one there is nothing under the temporary name.
  deinit {
    if !isMoved.isSet { Paths.remove(temporaryPath) }
    InterruptedFiles.forget(temporaryPath)
  }
}
