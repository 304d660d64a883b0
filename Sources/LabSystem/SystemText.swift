import CLabSystem
import SystemPackage

/// Reads small files of the system.
package enum SystemText {
  /// Copies a text of the system and frees its memory.
  static func taking(_ text: UnsafeMutablePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    defer { unsafe lab_free(text) }
    return unsafe String(cString: text)
  }

  /// Returns the first 64 KiB of a file as text, or nil if it cannot be read.
  package static func read(_ path: String) -> String? {
    guard let file = unsafe try? FileDescriptor.open(path, .readOnly, options: .closeOnExec) else { return nil }
    defer { try? file.close() }
    return unsafe String(unsafeUninitializedCapacity: 65_536) { buffer in
      var used = 0
      while used < buffer.count {
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[used...])
        guard let count = unsafe try? file.read(fromAbsoluteOffset: Int64(used), into: rest), count > 0 else { break }
        used += count
      }
      return used
    }
  }
}
