import SystemPackage

/// Standard input, output and error, one of which whoever started the process may have closed.
enum StandardStreams {
  /// Takes the numbers of closed ones, so that the first file to be opened does not become standard output and gets
  /// results written into it. Writing there fails as if it were still closed.
  static func keepClosedOnes() {
    for stream in [FileDescriptor.standardInput, .standardOutput, .standardError] {
      do throws(Errno) { _ = try Stat(stream) } catch {
        // The lowest free number is given, and all below are taken.
        if error == .badFileDescriptor {
          _ = unsafe try? FileDescriptor.open("/dev/null", stream == .standardInput ? .writeOnly : .readOnly)
        }
      }
    }
  }
}
