#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads small files of the system.
package enum SystemText {
  /// The first 64 KiB of a file as text; nil when it cannot be read.
  package static func read(_ path: String) -> String? {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return unsafe String(unsafeUninitializedCapacity: 65_536) { buffer in
      var used = 0
      while used < buffer.count {
        let count = unsafe pread(file, buffer.baseAddress! + used, buffer.count - used, off_t(used))
        if count <= 0 { break }
        used += count
      }
      return used
    }
  }
}
