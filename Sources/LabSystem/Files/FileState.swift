#if canImport(Darwin)
  package import Darwin
#elseif canImport(Glibc)
  package import Glibc
#elseif canImport(Musl)
  package import Musl
#endif

/// What tells a file that changed from one that did not.
package struct FileState: Equatable, Sendable {
  package let byteCount: Int64
  /// Time of the last change, nanoseconds since 1970.
  package let modifiedNs: Int64

  package init(byteCount: Int64, modifiedNs: Int64) {
    self.byteCount = byteCount
    self.modifiedNs = modifiedNs
  }

  package init(_ status: stat) {
    byteCount = Int64(status.st_size)
    #if canImport(Glibc)
      let time = status.st_mtim
    #else
      let time = status.st_mtimespec
    #endif
    // A damaged file system may say anything.
    modifiedNs = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
