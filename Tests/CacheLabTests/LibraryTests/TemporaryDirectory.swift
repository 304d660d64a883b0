#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A directory in $TMPDIR that goes, with all it holds, when the value does.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws {
    let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    var template = Array("\(place)/cachelab-test-XXXXXX\0".utf8CString)
    guard unsafe mkdtemp(&template) != nil else { throw Failure(code: errno) }
    path = String(decoding: template.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { _ = Shell.run("rm -rf '\(path)'") }

  struct Failure: Error { let code: Int32 }

  func write(_ bytes: [UInt8], to name: String) throws {
    let file = unsafe open("\(path)/\(name)", O_CREAT | O_TRUNC | O_WRONLY, 0o644)
    guard file >= 0 else { throw Failure(code: errno) }
    defer { close(file) }
    let count = unsafe bytes.withUnsafeBytes { unsafe pwrite(file, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw Failure(code: errno) }
  }

  func read(_ name: String) throws -> [UInt8] {
    let file = unsafe open("\(path)/\(name)", O_RDONLY)
    guard file >= 0 else { throw Failure(code: errno) }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress, $0.count, 0) }
    guard count == bytes.count else { throw Failure(code: errno) }
    return bytes
  }

  /// Names of what it holds, sorted.
  var names: [String] {
    var names: [String] = []
    guard let stream = unsafe opendir(path) else { return [] }
    defer { unsafe closedir(stream) }
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
        unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
