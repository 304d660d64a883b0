#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Reads the files of a folder, one at a time, into memory that is used again.
struct FolderReader: ~Copyable {
  private let root: String
  private let files: ContiguousArray<FolderFile>
  private var output: GrowingBuffer

  init(root: String, files: ContiguousArray<FolderFile>) {
    self.root = root
    self.files = files
    output = GrowingBuffer(capacity: Int(files.lazy.map { $0.info.encodedBytes }.max() ?? 0))
  }

  /// The bytes of a file, valid until the next call.
  mutating func read(_ asset: Int) throws(LibraryError) -> UnsafeRawBufferPointer {
    let path = root + "/" + files[asset].name
    let file = try OpenFile(path, flags: O_RDONLY)
    let count = Int(files[asset].info.encodedBytes)
    guard Int(try file.status().st_size) == count else { throw .changedFile(path: path) }
    output.reserve(count)
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: output.bytes[..<count])
    guard try unsafe file.read(into: target, at: 0) else { throw .changedFile(path: path) }
    return UnsafeRawBufferPointer(target)
  }
}
