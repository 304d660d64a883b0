import LabBase

/// A command line that says too little or contradicts itself: exit code 64.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  /// - Parameter description: One sentence or two: a newline in it came with a path or a value, and is shown as `\u000a`.
  init(_ description: String) {
    self.description = description.visible
  }
}
