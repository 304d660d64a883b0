import CLabSystem
package import SystemPackage

extension FileDescriptor {
  /// True for a terminal.
  package var isTerminal: Bool { lab_is_terminal(rawValue) }

  /// Columns of the terminal; nil for anything else, and for one that does not know.
  package var columnCount: Int? {
    let count = Int(lab_columns(rawValue))
    return count > 0 ? count : nil
  }
}
