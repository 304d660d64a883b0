/// A file of results: it appears whole or not at all (`AtomicFile`).
///
/// A path that is no regular file, a pipe for example, is written to and never replaced; and so are names of this
/// process's own open files, `/dev/stdout` or `/dev/fd/3`.
public struct ResultFile: ~Copyable {
  /// Not private: code in another module that stores a `ResultFile` needs its symbols in a release build.
  enum Target: ~Copyable {
    case beside(AtomicFile)
    case itself(OpenFile)
  }

  private let path: String
  private let target: Target
  private var buffer: [UInt8] = []

  private static let bufferSize = 1 << 16

  /// Writes a whole file, which replaces one that is there.
  public static func write(_ bytes: some Sequence<UInt8>, to path: String) throws(ResultError) {
    var file = try ResultFile(path: path)
    try file.write(Array(bytes))
    _ = try file.commit(exclusively: false)
  }

  /// Makes a folder for results, removes what killed processes left half written in it, and sees that files can be made
  /// in it, before a long run finds out that they cannot.
  public static func prepare(_ folder: String) throws(ResultError) {
    do throws(FileError) { try Paths.makeDirectory(folder) } catch {
      guard case .system(_, let path, _) = error else { throw .cannotCreate(folder, reason: "\(error)") }
      throw .cannotCreate(path, reason: error.reason)
    }
    AbandonedFiles.remove(in: folder)
    do throws(FileError) { _ = try AtomicFile("\(folder)/writable") } catch {
      throw .cannotCreate(folder, reason: error.reason)
    }
  }

  /// Returns whether a path is free, or is that of a regular file that can be replaced.
  package static func isReplaceable(_ path: String) throws(FileError) -> Bool {
    if try OpenFile.named(path) != nil { return false }
    guard let status = try Paths.status(path) else { return true }
    return status.isRegular
  }

  /// Begins a file, and removes a half-written one that a killed process left.
  ///
  /// - Throws: `ResultError.cannotCreate` if the folder is missing or not writable.
  public init(path: String) throws(ResultError) {
    AbandonedFiles.remove(in: Paths.directory(of: path)) { $0 == Paths.name(of: path) }
    self.path = path
    let status: FileStatus?
    do throws(FileError) { status = try Paths.status(path) } catch {
      throw .cannotCreate(path, reason: error.reason)
    }
    if status?.isFolder == true { throw .isFolder(path) }
    do throws(FileError) {
      if let open = try OpenFile.named(path) {
        target = .itself(open)
      } else if status?.isRegular == false {
        target = .itself(try OpenFile(path, .writeOnly))
      } else {
        target = .beside(try AtomicFile(path))
      }
    } catch {
      throw .cannotCreate(path, reason: error.reason)
    }
    buffer.reserveCapacity(ResultFile.bufferSize + 4096)
  }

  /// - Throws: `ResultError.cannotWrite`, on a full disk for example.
  public mutating func write(_ text: String) throws(ResultError) { try write(Array(text.utf8)) }

  public mutating func write(_ bytes: [UInt8]) throws(ResultError) {
    buffer.append(contentsOf: bytes)
    if buffer.count >= ResultFile.bufferSize { try flush() }
  }

  /// Puts the file in its place.
  ///
  /// - Parameter exclusively: Whether an existing file is left as it is, and false returned.
  public mutating func commit(exclusively: Bool) throws(ResultError) -> Bool {
    try flush()
    do throws(FileError) {
      switch target {
      case .beside(let file): return try file.commit(replacing: !exclusively)
      case .itself: return true
      }
    } catch {
      throw .cannotWrite(path, reason: error.reason)
    }
  }

  private mutating func flush() throws(ResultError) {
    do throws(FileError) {
      switch target {
      case .beside(let file): try file.write(buffer)
      case .itself(let file): try file.write(buffer)
      }
    } catch {
      throw .cannotWrite(path, reason: error.reason)
    }
    buffer.removeAll(keepingCapacity: true)
  }
}

/// Reads whole text files that the lab or its user wrote.
public enum TextFile {
  /// Returns the file's text, or nil if there is no such file.
  ///
  /// - Parameter kind: The kind of the file, which decides how large it may be.
  /// - Throws: `ResultError.tooLarge`; `cannotRead` if it cannot be read, or is not a regular file.
  public static func read(_ path: String, as kind: FileKind = .other) throws(ResultError) -> String? {
    let (bytes, size): ([UInt8]?, Int64)
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      size = try file.state().byteCount
      bytes = size <= kind.bytesMax ? try file.prefix(Int(size)) : nil
    } catch .system("open", _, .noSuchFileOrDirectory) {
      return nil
    } catch .notRegular {
      throw .cannotRead(path, reason: "not a regular file; name a file")
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
    guard let bytes else { throw .tooLarge(path, bytes: size, kind) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The kind of a file that is read at once, with a limit of its size far beyond any valid file.
public struct FileKind: Sendable {
  let words: String
  /// The most bytes of a file.
  public let bytesMax: Int64
  let cure: String

  private init(_ words: String, mebibytes: Int64, _ cure: String) {
    (self.words, bytesMax, self.cure) = (words, mebibytes << 20, cure)
  }

  /// A baseline, usually of 6 kB.
  public static let baseline = FileKind(
    "a baseline", mebibytes: 1, "restore it, or run \(ToolName.current) baseline accept")
  /// The limits of a gate.
  public static let limits = FileKind("a file of limits", mebibytes: 1, "check that this is the file that is meant")
  /// The settings of a sweep.
  public static let settings = FileKind("a file of settings", mebibytes: 1, limits.cure)
  /// Any other file of the lab or its user, such as a stream of requests.
  public static let other = FileKind("a text that is read at once", mebibytes: 256, "cut it into several")
}
