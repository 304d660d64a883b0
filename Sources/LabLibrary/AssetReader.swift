import LabSystem

/// Reads the bytes of assets' files, one at a time, into memory that is used again. One for each thread.
public struct AssetReader: ~Copyable {
  let count: Int
  // One of the two is there.
  var pool: PoolReader?
  var folder: FolderReader?

  /// Returns the whole file of an asset, valid until the next call.
  ///
  /// - Throws: An error if the asset is out of range, or its file cannot be read or has changed since it was indexed.
  public mutating func read(_ asset: Int) throws -> UnsafeRawBufferPointer {
    guard asset >= 0 && asset < count else {
      throw LibraryError("no asset \(asset): the library has \(count), counted from 0")
    }
    if let bytes = try unsafe pool?.read(asset) { return unsafe bytes }
    return try unsafe folder!.read(asset)
  }
}

extension AssetReader: @unchecked Sendable {}

struct FolderReader: ~Copyable {
  private let root: String
  private let folder: FolderIndex
  private var output: GrowingBuffer

  init(root: String, folder: FolderIndex) {
    self.root = root
    self.folder = folder
    output = GrowingBuffer(capacity: Int(folder.files.lazy.map { $0.info.encodedBytes }.max() ?? 0))
  }

  mutating func read(_ asset: Int) throws -> UnsafeRawBufferPointer {
    let found = folder.file(of: asset)
    let path = root + "/" + found.name
    output.reserve(Int(found.info.encodedBytes))
    let target = unsafe UnsafeMutableRawBufferPointer(rebasing: output.bytes[..<Int(found.info.encodedBytes)])
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      if try file.state() == found.state, try unsafe file.read(into: target, at: 0) {
        return UnsafeRawBufferPointer(target)
      }
    } catch {
      // Not a file: something else stands where it was.
      guard case .notRegular = error else { throw error }
    }
    throw LibraryError.changedFile(path: path)
  }
}
