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
    let file: OpenFile
    do throws(LibraryError) {
      file = try .reading(path)
    } catch {
      // Something else stands where the file was.
      guard case .notRegular = error else { throw error }
      throw .changedFile(path: path)
    }
    let count = Int(files[asset].info.encodedBytes)
    guard try file.state() == files[asset].state else { throw .changedFile(path: path) }
    output.reserve(count)
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: output.bytes[..<count])
    guard try unsafe file.read(into: target, at: 0) else { throw .changedFile(path: path) }
    return UnsafeRawBufferPointer(target)
  }
}
