/// Opens assets: gives the bytes of their files, one at a time, out of memory that is used again. One for
/// each thread.
public struct AssetReader: ~Copyable {
  // One of the two is there.
  private var pool: PoolReader?
  private var folder: FolderReader?
  private let count: Int

  init(pool: consuming PoolReader, count: Int) {
    self.pool = consume pool
    folder = nil
    self.count = count
  }

  init(folder: consuming FolderReader, count: Int) {
    pool = nil
    self.folder = consume folder
    self.count = count
  }

  /// The whole file of an asset, valid until the next call. Takes no memory once the largest asset was read.
  ///
  /// - Throws: `LibraryError` for an asset out of range, a file that cannot be read or is no longer what was
  ///   indexed.
  public mutating func read(_ asset: Int) throws(LibraryError) -> UnsafeRawBufferPointer {
    guard asset >= 0 && asset < count else { throw .noSuchAsset(asset, count: count) }
    if let bytes = try unsafe pool?.read(asset) { return unsafe bytes }
    return try unsafe folder!.read(asset)
  }
}

/// A reader moves between threads as a whole.
extension AssetReader: @unchecked Sendable {}
