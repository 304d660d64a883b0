import CLabSystem
import LabSystem

/// Puts photos together from a pool: one read for each run of pieces, straight to the place of each piece.
@safe struct PoolReader: ~Copyable {
  private let pool: PoolFile
  private let recipes: ContiguousArray<AssetRecipe>
  private let sizer: AssetSizer
  private var output: GrowingBuffer
  private let vectors: UnsafeMutablePointer<lab_part>

  init(_ pool: PoolFile, recipes: ContiguousArray<AssetRecipe>, largestAsset: Int) {
    self.pool = pool
    self.recipes = recipes
    sizer = AssetSizer(pool.header)
    output = GrowingBuffer(capacity: largestAsset)
    unsafe vectors = .allocate(capacity: pool.header.geometry.segmentCount)
  }

  deinit { unsafe vectors.deallocate() }

  mutating func read(_ asset: Int) throws -> UnsafeRawBufferPointer {
    // A third of a microsecond, and no photo is made of pieces that belong to none.
    try pool.checkUnchanged()
    let recipe = recipes[asset]
    let ((info, window), canvas) = (sizer.info(of: recipe), pool.header.canvases[Int(recipe.canvas)])
    let (size, tint, thumbnailBytes) = (info.size, Tint(number: Int(recipe.tint)), Int(info.thumbnailBytes))
    guard AssetHeader.segmentBytes(thumbnailBytes: thumbnailBytes) <= Int(UInt16.max) else {
      throw LibraryError.damagedPool(path: pool.path, reason: "a thumbnail is longer than EXIF data can be")
    }
    output.reserve(Int(info.encodedBytes))
    var end = write(
      AssetHeader.exif(seed: pool.header.seed, asset: asset, thumbnailBytes: thumbnailBytes)
        + AssetHeader.thumbnail(pool.header, size: size, tint), at: 0)
    for (number, unit) in window.units.joined().enumerated() {
      end = place(unit, of: canvas.unitOffsets, number, at: end, vector: number)
    }
    try read(window.units, of: canvas.unitOffsets, from: canvas.start)
    end = write([0xFF, 0xD9] + AssetHeader.photo(pool.header, size: size, tint), at: end)
    let (rowCount, columnCount) = (window.segments[0].count, window.segments.count)
    for row in 0..<rowCount {
      for (column, run) in window.segments.enumerated() {
        let number = row * columnCount + column
        let segment = run.lowerBound + row
        end = place(segment, of: canvas.segmentOffsets, number, at: end, vector: column * rowCount + row)
      }
    }
    try read(window.segments, of: canvas.segmentOffsets, from: canvas.start)
    end = write([0xFF, 0xD9], at: end)
    precondition(end == Int(info.encodedBytes), "the index and the assembled photo agree")
    return unsafe UnsafeRawBufferPointer(rebasing: output.bytes[..<end])
  }

  private func write(_ bytes: [UInt8], at offset: Int) -> Int {
    unsafe bytes.withUnsafeBytes { source in
      unsafe (output.bytes.baseAddress! + offset).copyMemory(
        from: source.baseAddress!, byteCount: source.count)
    }
    return offset + bytes.count
  }

  /// Gives a piece its place, behind a restart marker unless it is the first, and returns the end.
  private func place(_ piece: Int, of offsets: [UInt32], _ number: Int, at offset: Int, vector: Int) -> Int {
    var start = offset
    if number > 0 {
      unsafe output.bytes[start] = 0xFF
      unsafe output.bytes[start + 1] = UInt8(0xD0 + (number - 1) & 7)
      start += 2
    }
    let count = Int(offsets[piece + 1]) - Int(offsets[piece])
    unsafe vectors[vector] = unsafe lab_part(start: output.bytes.baseAddress! + start, count: count)
    return start + count
  }

  /// Reads the pieces of runs to their places.
  private func read(_ runs: [Range<Int>], of offsets: [UInt32], from start: UInt64) throws {
    var vector = 0
    for run in runs {
      let (from, to) = (Int64(offsets[run.lowerBound]), Int64(offsets[run.upperBound]))
      let done = unsafe lab_read_parts(
        pool.file.descriptor.rawValue, vectors + vector, Int32(run.count), Int64(start) + from)
      if done < 0 {
        throw FileError.system(call: "preadv", path: pool.path, code: Errno(rawValue: Int32(-done)))
      }
      guard done == to - from else {
        throw LibraryError.damagedPool(path: pool.path, reason: "it ends too early")
      }
      vector += run.count
    }
  }
}
