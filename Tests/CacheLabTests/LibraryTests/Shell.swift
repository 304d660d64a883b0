#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Runs other programs: the reference tools of libjpeg-turbo.
enum Shell {
  /// The exit code of a command, found in PATH; 127 when it is missing.
  static func run(_ command: String) -> Int32 {
    let status = unsafe system(command + " >/dev/null 2>&1")
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}
