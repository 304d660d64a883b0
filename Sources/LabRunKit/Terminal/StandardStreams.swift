#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Standard input, output and error, one of which whoever started the process may have closed.
enum StandardStreams {
  /// Takes the numbers of closed ones, so that the first file to be opened does not become standard output and gets
  /// results written into it. Writing there fails as if it were still closed.
  static func keepClosedOnes() {
    for stream in 0...2 as ClosedRange<Int32> where fcntl(stream, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is given, and all below are taken.
      _ = unsafe open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
    }
  }
}
