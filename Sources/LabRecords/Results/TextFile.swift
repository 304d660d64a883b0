#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads whole text files that the lab or its user wrote.
public enum TextFile {
  /// The file's text; nil when there is no such file.
  ///
  /// - Parameter kind: What it is meant to be, which decides how large it may be.
  /// - Throws: `ResultError.tooLarge`; `cannotRead` when it is there and cannot be read, or is no text file.
  public static func read(_ path: String, as kind: FileKind = .other) throws(ResultError) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else {
      if errno == ENOENT { return nil }
      throw .cannotRead(path, reason: unsafe String(cString: strerror(errno)))
    }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .cannotRead(path, reason: "not a regular file")
    }
    guard status.st_size <= kind.bytesMax else { throw .tooLarge(path, bytes: Int64(status.st_size), kind) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var used = 0
    while used < bytes.count {
      let count = unsafe bytes.withUnsafeMutableBytes {
        unsafe systemRead(file, $0.baseAddress! + used, $0.count - used)
      }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw .cannotRead(path, reason: unsafe String(cString: strerror(errno))) }
      if count == 0 { break }
      used += count
    }
    return String(decoding: bytes[..<used], as: UTF8.self)
  }
}

/// read(2) by a name that no method hides.
private func systemRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  unsafe read(file, bytes, count)
}
