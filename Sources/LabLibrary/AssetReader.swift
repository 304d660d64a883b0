/// Reads the bytes of assets' files, one at a time, into memory that is used again. One for each thread.
public struct AssetReader: ~Copyable, @unchecked Sendable {
  let library: PhotoLibrary
  let output: GrowingBuffer

  init(_ library: PhotoLibrary) {
    self.library = library
    output = GrowingBuffer(capacity: Int(library.index.assets.lazy.map { $0.encodedBytes }.max() ?? 0))
  }

  /// Returns the whole file of an asset, valid until the next call.
  ///
  /// - Throws: An error if the asset is out of range, or its file cannot be read or has changed since it was indexed.
  public mutating func read(_ asset: Int) throws -> UnsafeRawBufferPointer {
    guard asset >= 0 && asset < library.index.count else {
      throw LibraryError("no asset \(asset): the library has \(library.index.count), counted from 0")
    }
    switch library.content {
    case .pool(let pool, let recipes): return unsafe try read(asset, recipes[asset], from: pool)
    case .folder(let folder): return unsafe try read(folder.file(of: asset))
    }
  }

  private func read(_ found: FolderFile) throws -> UnsafeRawBufferPointer {
    let path = library.path + "/" + found.name
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
