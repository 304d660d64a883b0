import CLabSystem

/// Runs other programs: the reference tools of libjpeg-turbo.
enum Shell {
  /// The exit code of a command, found in PATH; 127 when it is missing.
  static func run(_ command: String) -> Int32 {
    let words = ["sh", "-c", "{ \(command); } 2>/dev/null"]
    let process = unsafe lab_spawn("/bin/sh", words.joined(separator: "\0"), 3)
    precondition(process > 0, "/bin/sh")
    return max(-1, lab_wait_for(process))
  }
}
