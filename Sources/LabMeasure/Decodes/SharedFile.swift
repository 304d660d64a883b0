#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A file without a name, for memory that processes share, and its pages.
enum SharedFile {
  /// Opens one: memfd_create(2); where that is missing, an object of /dev/shm that loses its name at once. On Darwin,
  /// whose shm_open Swift cannot call, a temporary file that does the same: nothing is measured there.
  static func open() throws(MeasureError) -> Int32 {
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
    guard file >= 0 else { throw .noHelper(reason: "no shared memory: \(text(errno))") }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    return file
  }

  /// Makes pages of a mapping resident and writable, here; nil or the error's number.
  static func makeResident(_ address: UnsafeMutableRawPointer, bytes: Int) -> Int32? {
    #if os(Linux)
      // MADV_POPULATE_WRITE, of Linux 5.14.
      if unsafe madvise(address, bytes, 23) == 0 { return nil }
      if errno != EINVAL { return errno }
    #endif
    for offset in stride(from: 0, to: bytes, by: PageStore.pageSize) {
      unsafe address.storeBytes(of: 0, toByteOffset: offset, as: UInt8.self)
    }
    return nil
  }

  static func text(_ code: Int32) -> String { unsafe String(cString: strerror(code)) }
}
