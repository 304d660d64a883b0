import CLabSystem

extension AssetReader {
  /// Puts a photo together: one read for each run of pieces, straight to the place of each piece.
  func read(_ asset: Int, _ recipe: AssetRecipe, from pool: PoolFile) throws -> UnsafeRawBufferPointer {
    // A third of a microsecond, and no photo is made of pieces that belong to none.
    try pool.checkUnchanged()
    let (header, info) = (pool.header, library.index[asset])
    let (canvas, tint, thumbnailBytes) = (
      header.canvases[Int(recipe.canvas)], Tint(number: Int(recipe.tint)), Int(info.thumbnailBytes)
    )
    guard AssetHeader.segmentBytes(thumbnailBytes: thumbnailBytes) <= Int(UInt16.max) else {
      throw LibraryError.damagedPool(path: pool.path, reason: "a thumbnail is longer than EXIF data can be")
    }
    let window = Window(header.geometry, size: info.size, column: Int(recipe.column), step: Int(recipe.step))
    let parts = UnsafeMutableBufferPointer<lab_part>.allocate(capacity: header.geometry.segmentCount)
    defer { unsafe parts.deallocate() }
    var end = write(
      AssetHeader.exif(seed: header.seed, asset: asset, thumbnailBytes: thumbnailBytes)
        + AssetHeader.thumbnail(header, size: info.size, tint), at: 0)
    for (number, unit) in window.units.joined().enumerated() {
      unsafe parts[number] = place(unit, of: canvas.unitOffsets, number, at: &end)
    }
    unsafe try read(window.units, of: canvas.unitOffsets, from: canvas.start, in: pool, to: parts)
    end = write([0xFF, 0xD9] + AssetHeader.photo(header, size: info.size, tint), at: end)
    let (rowCount, columnCount) = (window.segments[0].count, window.segments.count)
    for row in 0..<rowCount {
      for (column, run) in window.segments.enumerated() {
        unsafe parts[column * rowCount + row] = place(
          run.lowerBound + row, of: canvas.segmentOffsets, row * columnCount + column, at: &end)
      }
    }
    unsafe try read(window.segments, of: canvas.segmentOffsets, from: canvas.start, in: pool, to: parts)
    end = write([0xFF, 0xD9], at: end)
    precondition(end == Int(info.encodedBytes), "the index and the assembled photo agree")
    return unsafe UnsafeRawBufferPointer(rebasing: output.bytes[..<end])
  }

  private func write(_ bytes: [UInt8], at offset: Int) -> Int {
    unsafe UnsafeMutableRawBufferPointer(rebasing: output.bytes[offset...]).copyBytes(from: bytes)
    return offset + bytes.count
  }

  /// Returns the place of a piece, behind a restart marker unless it is the first, and moves `end` behind it.
  private func place(_ piece: Int, of offsets: [UInt32], _ number: Int, at end: inout Int) -> lab_part {
    if number > 0 {
      unsafe output.bytes[end] = 0xFF
      unsafe output.bytes[end + 1] = UInt8(0xD0 + (number - 1) & 7)
      end += 2
    }
    let count = Int(offsets[piece + 1]) - Int(offsets[piece])
    defer { end += count }
    return unsafe lab_part(start: output.bytes.baseAddress! + end, count: count)
  }

  private func read(
    _ runs: [Range<Int>], of offsets: [UInt32], from start: UInt64, in pool: PoolFile,
    to parts: UnsafeMutableBufferPointer<lab_part>
  ) throws {
    var part = 0
    for run in runs {
      let (from, to) = (Int64(offsets[run.lowerBound]), Int64(offsets[run.upperBound]))
      let done = unsafe lab_read_parts(
        pool.file.descriptor, parts.baseAddress! + part, Int32(run.count), Int64(start) + from)
      if done < 0 { throw FileError.system(call: "preadv", path: pool.path, code: SystemError(Int32(-done))) }
      guard done == to - from else {
        throw LibraryError.damagedPool(path: pool.path, reason: "it ends too early")
      }
      part += run.count
    }
  }
}
