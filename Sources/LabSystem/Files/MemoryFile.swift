package import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file in memory without a name, which processes share.
package enum MemoryFile {
  /// Opens one: memfd_create(2); where that is missing, an object of /dev/shm that loses its name at once. On Darwin,
  /// whose shm_open Swift cannot call, a temporary file that does the same: nothing is measured there.
  package static func open() throws(Errno) -> FileDescriptor {
    var file: Int32 = -1
    #if os(Linux)
      // The header hides it from Swift; close-on-exec is 1.
      typealias Make = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
      if let symbol = unsafe dlsym(nil, "memfd_create") {
        file = unsafe unsafeBitCast(symbol, to: Make.self)("cachelab-bitmaps", 1)
      }
      if file < 0 {
        let name = "/cachelab-bitmaps.\(getpid())"
        file = unsafe shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        if file >= 0 { _ = unsafe shm_unlink(name) }
      }
    #else
      var path = Array("/tmp/cachelab-bitmaps.XXXXXX".utf8CString)
      file = unsafe mkstemp(&path)
      if file >= 0 { _ = unsafe unlink(path) }
    #endif
    guard file >= 0 else { throw Errno(rawValue: errno) }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return FileDescriptor(rawValue: file)
  }
}
