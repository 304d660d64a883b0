import LabSystem
import SystemPackage

/// Files that someone names on the command line.
enum InputFile {
  /// The contents of those of `paths` that end in `suffix`.
  static func read(_ paths: [String], endingIn suffix: String) throws(Finding) -> [[UInt8]] {
    var contents: [[UInt8]] = []
    for path in paths where path.hasSuffix(".\(suffix)") { contents.append(try read(path)) }
    return contents
  }

  private static func read(_ path: String) throws(Finding) -> [UInt8] {
    guard let file = try? OpenFile(path, .readOnly), let size = try? file.state().byteCount else {
      throw Finding("\(path) cannot be read")
    }
    guard size <= 1 << 24 else { throw Finding("\(path) is no file of at most 16 MB") }
    guard let bytes = try? file.bytes(at: 0, count: Int(size)) else { throw Finding("\(path) cannot be read") }
    return bytes
  }
}
