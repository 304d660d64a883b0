import LabSystem

/// Runs other programs: the reference tools of libjpeg-turbo.
enum Shell {
  /// The exit code of a command, found in PATH; 127 when it is missing.
  static func run(_ command: String) -> Int32 {
    do { return try ChildProcess.run("/bin/sh", ["-c", command]).code ?? -1 } catch { preconditionFailure("\(error)") }
  }
}
