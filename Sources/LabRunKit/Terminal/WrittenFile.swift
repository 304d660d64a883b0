import LabBase

/// What a command says of a file that it has written: where it is, and what to do next.
enum WrittenFile {
  /// - Parameter path: nil or `-` for standard output, which already has what was made.
  static func say(_ path: String?, next: (String) -> String) {
    guard let path, path != "-" else { return }
    Terminal.output("\(path)\n\(next(ShellWords.line([path])))\n")
  }

  /// Of a trace.
  static func sayTrace(_ path: String?) {
    say(path) {
      "\(ToolName.current) --strategy preheat2x --trace \($0) replays it, \(ToolName.current) trace info \($0) describes it"
    }
  }
}
