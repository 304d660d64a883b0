import LabBase

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads a slice from a file or standard input, 16 MiB at most.
enum ArmSliceFile {
  static let bytesMax = 16 << 20

  static func read(_ path: String) throws -> String {
    let file = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw unreadable(path) }
    defer { if file != 0 { close(file) } }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe part.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw unreadable(path) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += part[..<count]
      if bytes.count > bytesMax {
        throw LabError("\(path) is larger than 16 MiB: make it with \(ToolName.current) arm --list")
      }
    }
  }

  private static func unreadable(_ path: String) -> LabError {
    let reason = unsafe String(cString: strerror(errno))
    return LabError("\(path) cannot be read (\(reason)): make it with \(ToolName.current) arm --list")
  }
}
