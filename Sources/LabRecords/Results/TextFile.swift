import LabSystem
import SystemPackage

/// Reads whole text files that the lab or its user wrote.
public enum TextFile {
  /// The file's text; nil when there is no such file.
  ///
  /// - Parameter kind: What it is meant to be, which decides how large it may be.
  /// - Throws: `ResultError.tooLarge`; `cannotRead` when it is there and cannot be read, or is no text file.
  public static func read(_ path: String, as kind: FileKind = .other) throws(ResultError) -> String? {
    let (bytes, size): ([UInt8]?, Int64)
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      size = try file.status().size
      bytes = size <= kind.bytesMax ? try file.prefix(Int(size)) : nil
    } catch .system("open", _, .noSuchFileOrDirectory) {
      return nil
    } catch .notRegular {
      throw .cannotRead(path, reason: "not a regular file: name a file")
    } catch {
      throw .cannotRead(path, reason: error.reason)
    }
    guard let bytes else { throw .tooLarge(path, bytes: size, kind) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
