import CLabSystem
package import SystemPackage

extension FileDescriptor {
  /// All that comes until the end; nil when it is more than `bytesMax`.
  package func readToEnd(bytesMax: Int) throws(Errno) -> [UInt8]? {
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count: Int
      do { count = try unsafe part.withUnsafeMutableBytes { try unsafe read(into: $0) } } catch {
        guard let code = error as? Errno else { preconditionFailure("read: \(error)") }
        throw code
      }
      if count == 0 { return bytes }
      bytes += part[..<count]
      if bytes.count > bytesMax { return nil }
    }
  }
}

extension FileDescriptor {
  /// True for a terminal.
  package var isTerminal: Bool { lab_is_terminal(rawValue) }

  /// Columns of the terminal; nil for anything else, and for one that does not know.
  package var columnCount: Int? {
    let count = Int(lab_columns(rawValue))
    return count > 0 ? count : nil
  }
}
