import Synchronization

/// An open pool. Its header is in memory; its pictures stay in the file and are read when needed.
final class PoolFile: Sendable {
  let header: PoolHeader
  let file: OpenFile

  var path: String { file.path }

  private let state: FileState
  private let found = Mutex<Result<Void, any Error>?>(nil)

  private init(header: PoolHeader, file: consuming OpenFile, state: FileState) {
    self.header = header
    self.file = file
    self.state = state
  }

  /// Throws if the pool has been written to since it was opened; a pool that was replaced is still the old one here.
  func checkUnchanged() throws {
    let now = try file.state()
    guard now == state else {
      throw LibraryError.damagedPool(path: path, reason: "it was changed while it was in use")
    }
  }

  /// Opens the pool at `path`, and makes it first if it is missing, of an older version, or damaged.
  ///
  /// - Throws: `LibraryError.foreignPool` for a file that CacheLab did not write, which is not changed.
  static func open(
    seed: UInt64, geometry: PoolGeometry, at path: String, progress: (@Sendable (Double) -> Void)?
  ) throws -> PoolFile {
    if let pool = try existing(seed: seed, geometry: geometry, at: path) { return pool }
    try PoolMaker.make(seed: seed, geometry: geometry, at: path, progress: progress)
    guard let pool = try existing(seed: seed, geometry: geometry, at: path) else {
      throw LibraryError.damagedPool(path: path, reason: "it cannot be read back")
    }
    return pool
  }

  static func existing(seed: UInt64, geometry: PoolGeometry, at path: String) throws -> PoolFile? {
    do throws(FileError) {
      let file = try OpenFile.reading(path)
      let (state, prefix) = (try file.state(), try file.prefix(PoolHeader.prefixCount))
      if prefix.starts(with: PoolHeader.magic) || PoolHeader.magic.starts(with: prefix) {
        var reader = ByteReader(Array(prefix.dropFirst(24)))
        guard let count = reader.little64(), count <= UInt64(state.byteCount), count <= 64 << 20,
          let header = PoolHeader(try file.prefix(Int(count)), seed: seed, geometry: geometry),
          header.fileByteCount == Int(state.byteCount)
        else { return nil }
        return PoolFile(header: header, file: file, state: state)
      }
    } catch {
      if error.isAbsence { return nil }
      guard case .notRegular = error else { throw error }
    }
    throw LibraryError.foreignPool(path: path)
  }

  /// Verifies the pool on the first call, before photos are read, so that no decode waits for it.
  func verifyOnce() throws {
    try found.withLock { found in
      let result = found ?? Result { try verify() }
      found = result
      try result.get()
    }
  }

  func verify() throws {
    let largest = header.canvases.map(\.byteCount).max() ?? 0
    // Given back at once: no run counts it as its memory.
    var memory = ScratchMemory()
    let pages: UnsafeMutableRawBufferPointer
    do throws(CodecError) { unsafe pages = try memory.room(max(largest, 1)) } catch {
      throw LibraryError("\(path): \(error)")
    }
    for (index, canvas) in header.canvases.enumerated() {
      let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: pages[..<canvas.byteCount])
      guard unsafe try file.read(into: bytes, at: Int64(canvas.start)) else {
        throw LibraryError.damagedPool(path: path, reason: "it ends inside canvas \(index)")
      }
      guard unsafe XXHash64.hash(UnsafeRawBufferPointer(bytes)) == canvas.checksum else {
        throw LibraryError.damagedPool(path: path, reason: "canvas \(index) has another checksum")
      }
    }
  }
}
