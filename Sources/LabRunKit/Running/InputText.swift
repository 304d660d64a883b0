import LabRecords

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads what a command is given, a file or standard input.
enum InputText {
  /// - Parameter path: `-` is standard input.
  static func read(_ path: String, as kind: FileKind = .other) throws -> String {
    if path == "-" { return String(decoding: try standardInput(kind), as: UTF8.self) }
    guard let text = try TextFile.read(path, as: kind) else { throw LabError("\(path): no such file: check the path") }
    return text
  }

  private static func standardInput(_ kind: FileKind) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe part.withUnsafeMutableBytes { unsafe Glibc.read(0, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw LabError("standard input cannot be read") }
      if count == 0 { return bytes }
      bytes += part[..<count]
      guard bytes.count <= kind.bytesMax else {
        throw ResultError.tooLarge("standard input", bytes: Int64(bytes.count), kind)
      }
    }
  }
}
