import CLabSystem
package import SystemPackage

/// A file in memory without a name, which processes share.
package enum MemoryFile {
  /// Opens one; programs that are started do not inherit it.
  package static func open() throws(Errno) -> FileDescriptor {
    let file = lab_memory_file()
    guard file >= 0 else { throw Errno(rawValue: -file) }
    return FileDescriptor(rawValue: file)
  }
}
