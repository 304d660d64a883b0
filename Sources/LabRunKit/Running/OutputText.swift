import LabRecords

/// Writes what a command makes: to a file that appears whole or not at all, or to standard output.
enum OutputText {
  /// - Parameter path: nil or `-` is standard output.
  static func write(_ text: String, to path: String?) throws {
    let output = try OutputFile(path)
    try output.write(text)
    try output.finish()
  }

  /// Bytes, always to a file.
  static func write(_ bytes: [UInt8], to path: String) throws {
    var file = try ResultFile(path: path)
    try file.write(bytes)
    _ = try file.commit(exclusively: false)
  }
}
