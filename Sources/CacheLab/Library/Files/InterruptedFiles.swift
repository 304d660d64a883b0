import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files that are half written now: an interrupted process removes them before it ends.
public enum InterruptedFiles {
  private static let paths = Mutex<[String]>([])

  /// Makes a new file and remembers it; no interrupt comes between the two.
  static func create(_ path: String) throws(LibraryError) -> OpenFile {
    try paths.withLock { paths throws(LibraryError) in
      let file = try OpenFile(path, flags: O_CREAT | O_EXCL | O_RDWR)
      paths.append(path)
      return file
    }
  }

  static func forget(_ path: String) { paths.withLock { $0.removeAll { $0 == path } } }

  /// Does what an interrupt must find done or not begun. No file is made or forgotten meanwhile.
  static func uninterrupted<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try paths.withLock { _ throws(Failure) in try body() }
  }

  /// Removes every file that is still half written and ends the process; none can be made between the two.
  public static func removeAll(andThen end: () -> Never) -> Never {
    paths.withLock { paths in
      for path in paths { unsafe unlink(path) }
      end()
    }
  }
}
