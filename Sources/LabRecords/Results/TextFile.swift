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
      size = try file.status().size
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
