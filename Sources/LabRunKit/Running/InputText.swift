import CacheLab

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads what a command is given, a file or standard input.
enum InputText {
  /// Bytes of standard input at most.
  private static let bytesMax = 256 << 20

  /// - Parameter path: `-` is standard input.
  static func read(_ path: String) throws -> String {
    if path == "-" { return String(decoding: try standardInput(), as: UTF8.self) }
    guard let text = try TextFile.read(path) else { throw LabError("\(path): no such file: check the path") }
    return text
  }

  private static func standardInput() throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe part.withUnsafeMutableBytes { unsafe Glibc.read(0, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw LabError("standard input cannot be read") }
      if count == 0 { return bytes }
      bytes += part[..<count]
      guard bytes.count <= bytesMax else { throw LabError("standard input is larger than 256 MiB: cut it") }
    }
  }
}
