import LabRecords

/// What a command writes part by part: to a file that appears whole or not at all, or to standard output.
final class OutputFile {
  /// Letters gathered before standard output gets them.
  private static let partSize = 1 << 16

  private var file: ResultFile?
  private var gathered = ""

  /// - Parameter path: nil or `-` is standard output.
  init(_ path: String?) throws {
    file = if let path, path != "-" { try ResultFile(path: path) } else { nil }
  }

  func write(_ text: String) throws {
    if file != nil {
      try file?.write(text)
      return
    }
    gathered += text
    if gathered.utf8.count >= OutputFile.partSize { flush() }
  }

  /// Puts the file in its place.
  func finish() throws {
    flush()
    _ = try file?.commit(exclusively: false)
  }

  private func flush() {
    if !gathered.isEmpty { Terminal.output(file: gathered) }
    gathered = ""
  }
}
