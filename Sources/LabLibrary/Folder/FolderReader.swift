import CacheLab
import LabSystem

/// Reads the files of a folder, one at a time, into memory that is used again.
struct FolderReader: ~Copyable {
  private let root: String
  private let folder: FolderIndex
  private var output: GrowingBuffer

  init(root: String, folder: FolderIndex) {
    self.root = root
    self.folder = folder
    output = GrowingBuffer(capacity: Int(folder.files.lazy.map { $0.info.encodedBytes }.max() ?? 0))
  }

  /// The bytes of a file, valid until the next call.
  mutating func read(_ asset: Int) throws(LibraryError) -> UnsafeRawBufferPointer {
    let found = folder.file(of: asset)
    let path = root + "/" + found.name
    let file: OpenFile
    do throws(FileError) {
      file = try .reading(path)
    } catch {
      // Something else stands where the file was.
      guard case .notRegular = error else { throw .file(error) }
      throw .changedFile(path: path)
    }
    let count = Int(found.info.encodedBytes)
    let state = try file.inLibrary { file throws(FileError) in try file.state() }
    guard state == found.state else { throw .changedFile(path: path) }
    output.reserve(count)
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: output.bytes[..<count])
    let isWhole = try file.inLibrary { file throws(FileError) in try unsafe file.read(into: target, at: 0) }
    guard isWhole else { throw .changedFile(path: path) }
    return UnsafeRawBufferPointer(target)
  }
}
