import Synchronization

/// Makes a file appear whole or not at all, whenever the process is killed: written under a temporary name beside its
/// place, synchronised, then renamed or linked.
///
/// A durable file and its name also survive a power cut once `commit` has returned.
public struct AtomicFile: ~Copyable {
  private let path: String
  private let temporaryPath: String
  private let file: OpenFile
  private let isDurable: Bool
  /// True once the temporary name is gone; an atomic can be changed where the file is the payload of an enumeration.
  private let isMoved = Atomic(false)

  /// Begins a file that will appear at `path`, in a directory that exists.
  ///
  /// - Parameter durable: True if `commit` waits for the disk, so that the file survives a power cut.
  public init(_ path: String, durable: Bool = true) throws(FileError) {
    self.path = path
    isDurable = durable
    for attempt in 0..<1_000 {
      let candidate = PartialName.path(for: path, attempt: attempt)
      let file: OpenFile
      do throws(FileError) { file = try InterruptedFiles.create(candidate) } catch .system(_, _, .fileExists) {
        continue
      }
      do throws(FileError) {
        // A cleaner that came between opening and locking has removed the name, or is about to: take another. A file
        // system without locks has no cleaners either.
        if file.tryLock() != .othersHold, try file.status().linkCount == 1 {
          self.file = file
          temporaryPath = candidate
          return
        }
      } catch {
        Paths.remove(candidate)
        InterruptedFiles.forget(candidate)
        throw error
      }
      InterruptedFiles.forget(candidate)
    }
    throw .system(call: "open", path: path, code: .fileExists)
  }

  /// Appends bytes.
  public func write(_ bytes: [UInt8]) throws(FileError) { try file.write(bytes) }

  package func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) { unsafe try file.write(bytes) }

  /// Makes the file appear under its name.
  ///
  /// - Parameter replacing: True if an existing file is replaced.
  /// - Returns: False if an existing file was not to be replaced; it is unchanged.
  @discardableResult
  public func commit(replacing: Bool = true) throws(FileError) -> Bool {
    if isDurable { try file.synchronize() }
    do throws(FileError) {
      if replacing { try Paths.move(temporaryPath, to: path) } else { try Paths.addName(path, to: temporaryPath) }
    } catch .system(_, _, .fileExists) where !replacing {
      return false
    }
    isMoved.store(replacing, ordering: .relaxed)
    if isDurable { Paths.synchronizeDirectory(of: path) }
    return true
  }

  /// Removes the temporary file. After a commit nothing has this name.
  deinit {
    if !isMoved.load(ordering: .relaxed) { Paths.remove(temporaryPath) }
    InterruptedFiles.forget(temporaryPath)
  }
}

/// The name of a half-written file: `.NAME.PID.partial`, beside its place, with the id of the process that writes it.
/// Code that reads folders skips names that begin with a dot.
enum PartialName {
  static func target(of name: String) -> String? {
    guard name.hasPrefix("."), name.hasSuffix(ending) else { return nil }
    let middle = name.dropFirst().dropLast(ending.count)
    guard let dot = middle.lastIndex(of: "."), dot > middle.startIndex else { return nil }
    let owner = middle[middle.index(after: dot)...].split(separator: "-", omittingEmptySubsequences: false)
    guard (1...2).contains(owner.count), owner.allSatisfy({ Int32($0) != nil }) else { return nil }
    return String(middle[..<dot])
  }

  static func path(for path: String, attempt: Int) -> String {
    let owner = attempt == 0 ? "\(ThisProcess.id)" : "\(ThisProcess.id)-\(attempt)"
    return "\(Paths.directory(of: path))/.\(Paths.name(of: path)).\(owner)\(ending)"
  }

  private static let ending = ".partial"
}

/// Half-written files of processes that were killed. The next command that looks into the folder removes them.
///
/// The process that writes such a file holds a lock on it, which ends with its process; ids of processes are used again.
public enum AbandonedFiles {
  /// Removes half-written files without an owner. A folder that cannot be read has none.
  ///
  /// - Parameter isOurs: Returns whether a half-written file of this name is to be removed.
  public static func remove(in directory: String, where isOurs: (String) -> Bool = { _ in true }) {
    for name in (try? Paths.names(in: directory)) ?? [] {
      guard let target = PartialName.target(of: name), isOurs(target) else { continue }
      let path = "\(directory)/\(name)"
      guard let file = try? OpenFile(path, [.readWrite, .nonBlocking, .noFollow]), let status = try? file.status(),
        status.isRegular, file.tryLock() == .taken
      else { continue }
      Paths.remove(path)
    }
  }
}

/// The files that are half written now, and folders for temporary files: an interrupted process removes them before it
/// ends.
public enum InterruptedFiles {
  private static let paths = Mutex<[String]>([])

  /// Creates a file and remembers it; no interrupt comes between the two.
  static func create(_ path: String) throws(FileError) -> OpenFile {
    try paths.withLock { paths throws(FileError) in
      let file = try OpenFile(path, [.readWrite, .exclusiveCreate])
      paths.append(path)
      return file
    }
  }

  /// Creates a folder and remembers it, the same way; `template` ends in XXXXXX, the part that is made unique.
  static func createFolder(_ template: String) throws(FileError) -> String {
    try paths.withLock { paths throws(FileError) in
      do throws(FileError) {
        let path = try Paths.makeNewDirectory(template)
        paths.append(path)
        return path
      } catch .system(_, _, let code) {
        throw .noScratchFolder(place: Paths.directory(of: template), code: code)
      }
    }
  }

  /// Creates a folder of this name, and those above it, and remembers it unless it exists.
  package static func makeFolder(_ path: String) -> Bool {
    try? Paths.makeDirectory(Paths.directory(of: path))
    return paths.withLock { paths in
      guard (try? Paths.makeInnermostDirectory(path)) != nil else { return false }
      paths.append(path)
      return true
    }
  }

  package static func forget(_ path: String) { paths.withLock { $0.removeAll { $0 == path } } }

  /// Runs `body` atomically with respect to interrupts. No file is created or forgotten meanwhile.
  package static func uninterrupted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try paths.withLock { _ throws(Failure) in try body() }
  }

  /// Removes every half-written file and every temporary folder, and ends the process; none can be created in between.
  public static func removeAll(andThen end: () -> Never) -> Never {
    paths.withLock { paths in
      for path in paths where !Paths.remove(path) { ScratchFolder.remove(path) }
      end()
    }
  }
}
