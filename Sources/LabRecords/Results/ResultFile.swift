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
    return status.type == .regular
  }

  /// Begins a file, and removes a half-written one that a killed process left.
  ///
  /// - Throws: `ResultError.cannotCreate` if the folder is missing or not writable.
  public init(path: String) throws(ResultError) {
    AbandonedFiles.remove(in: Paths.directory(of: path)) { $0 == Paths.name(of: path) }
    self.path = path
    let type: FileType?
    do throws(FileError) { type = try Paths.status(path)?.type } catch {
      throw .cannotCreate(path, reason: error.reason)
    }
    if type == .directory { throw .isFolder(path) }
    let isSpecial = type != nil && type != .regular
    do throws(FileError) {
      if let open = try OpenFile.named(path) {
        target = .itself(open)
      } else if isSpecial {
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
