import LabRecords
import LabSystem
import SystemPackage

/// Writes what a command makes: to a file that appears whole or not at all, or to standard output.
enum OutputText {
  /// - Parameter path: nil or `-` is standard output.
  static func write(_ text: String, to path: String?) throws {
    guard let path, path != "-" else { return Terminal.output(file: text) }
    try ResultFile.write(text.utf8, to: path)
  }
}

/// Reads what a command is given, a file or standard input.
enum InputText {
  /// - Parameter path: `-` is standard input.
  static func read(_ path: String, as kind: FileKind = .other) throws -> String {
    if path == "-" { return String(decoding: try standardInput(kind), as: UTF8.self) }
    guard let text = try TextFile.read(path, as: kind) else { throw LabError("\(path): no such file: check the path") }
    return text
  }

  private static func standardInput(_ kind: FileKind) throws -> [UInt8] {
    let bytes: [UInt8]?
    do throws(Errno) { bytes = try FileDescriptor.standardInput.readToEnd(bytesMax: Int(kind.bytesMax)) } catch {
      throw LabError("standard input cannot be read")
    }
    guard let bytes else { throw ResultError.tooLarge("standard input", bytes: kind.bytesMax + 1, kind) }
    return bytes
  }
}
