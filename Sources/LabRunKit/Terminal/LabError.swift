import LabBase

/// What went wrong, in words for the person at the terminal.
struct LabError: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: One sentence or two: a newline in it came with a path or a value, and is shown as `\u000a`.
  init(_ description: String) {
    self.description = description.visible
  }
}
