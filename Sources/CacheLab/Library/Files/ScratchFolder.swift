import CacheLab

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A new folder of this process alone, in $TMPDIR or /tmp; it goes with its last user, and with what lies in it.
final class ScratchFolder {
  let path: String

  /// - Throws: `LabError` when none can be made.
  init() throws {
    let set = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
    let place = set.hasPrefix("/") ? set : "/tmp"
    var template = Array("\(place)/cachelab.XXXXXX".utf8CString)
    guard unsafe mkdtemp(&template) != nil else {
      throw LabError("no folder for files on the way can be made in \(place): free some space, or set TMPDIR")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Files lie in it, no folders.
  deinit {
    if let stream = unsafe opendir(path) {
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { field in
          unsafe field.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != "." && name != ".." { unsafe unlink("\(path)/\(name)") }
      }
      unsafe closedir(stream)
    }
    unsafe rmdir(path)
  }
}
