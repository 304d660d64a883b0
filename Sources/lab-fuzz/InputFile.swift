#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files that someone names on the command line.
enum InputFile {
  /// The contents of those of `paths` that end in `suffix`.
  static func read(_ paths: [String], endingIn suffix: String) throws(Finding) -> [[UInt8]] {
    var contents: [[UInt8]] = []
    for path in paths where path.hasSuffix(".\(suffix)") { contents.append(try read(path)) }
    return contents
  }

  private static func read(_ path: String) throws(Finding) -> [UInt8] {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Finding("\(path) cannot be read") }
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    guard (0...(1 << 24)).contains(size) else { throw Finding("\(path) is no file of at most 16 MB") }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress, $0.count, 0) }
    guard count == size else { throw Finding("\(path) cannot be read") }
    return bytes
  }
}
