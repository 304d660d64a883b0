import CLabSystem
import LabSystem

/// Puts photos together from a pool: one read for each column of segments, straight to the place of each segment.
@safe struct PoolReader: ~Copyable {
  private let pool: PoolFile
  private let recipes: ContiguousArray<AssetRecipe>
  private let sizer: AssetSizer
  private var output: GrowingBuffer
  private var scratch: GrowingBuffer
  private let vectors: UnsafeMutablePointer<lab_part>

  init(_ pool: PoolFile, recipes: ContiguousArray<AssetRecipe>, largestAsset: Int) {
    self.pool = pool
    self.recipes = recipes
    sizer = AssetSizer(pool.header)
    output = GrowingBuffer(capacity: largestAsset)
    scratch = GrowingBuffer(capacity: 1 << 16)
    unsafe vectors = .allocate(capacity: pool.header.geometry.segmentCount)
  }

  deinit { unsafe vectors.deallocate() }

  mutating func read(_ asset: Int) throws -> UnsafeRawBufferPointer {
    // A third of a microsecond, and no photo is made of pieces that belong to none.
    try pool.checkUnchanged()
    let recipe = recipes[asset]
    let (info, window, canvas) = (sizer.info(of: recipe), sizer.window(of: recipe), Int(recipe.canvas))
    let (size, tint, thumbnailBytes) = (info.size, Tint(number: Int(recipe.tint)), Int(info.thumbnailBytes))
    guard AssetHeader.segmentBytes(thumbnailBytes: thumbnailBytes) <= Int(UInt16.max) else {
      throw LibraryError.damagedPool(path: pool.path, reason: "a thumbnail is longer than EXIF data can be")
    }
    output.reserve(Int(info.encodedBytes))
    var end = write(
      AssetHeader.exif(seed: pool.header.seed, asset: asset, thumbnailBytes: thumbnailBytes)
        + AssetHeader.thumbnail(pool.header, size: size, tint), at: 0)
    end = try readThumbnail(window, canvas: canvas, at: end)
    end = write([0xFF, 0xD9] + AssetHeader.photo(pool.header, size: size, tint), at: end)
    end = try readPhoto(window, canvas: canvas, at: end)
    end = write([0xFF, 0xD9], at: end)
    precondition(end == Int(info.encodedBytes), "the index and the assembled photo agree")
    return unsafe UnsafeRawBufferPointer(rebasing: output.bytes[..<end])
  }
}

extension PoolReader {
  private func write(_ bytes: [UInt8], at offset: Int) -> Int {
    unsafe bytes.withUnsafeBytes { source in
      unsafe (output.bytes.baseAddress! + offset).copyMemory(
        from: source.baseAddress!, byteCount: source.count)
    }
    return offset + bytes.count
  }

  private func writeRestart(before number: Int, at offset: Int) -> Int {
    if number == 0 { return offset }
    unsafe output.bytes[offset] = 0xFF
    unsafe output.bytes[offset + 1] = UInt8(0xD0 + (number - 1) & 7)
    return offset + 2
  }

  private func readPhoto(_ window: Window, canvas: Int, at start: Int) throws -> Int {
    let (rows, columns) = (pool.header.geometry.rows, pool.header.geometry.columns)
    let place = pool.header.canvases[canvas].start
    let end = unsafe pool.header.canvases[canvas].segmentOffsets.withUnsafeBufferPointer { offsets in
      var target = start
      var number = 0
      for row in 0..<window.rowCount {
        for column in 0..<window.columnCount {
          target = writeRestart(before: number, at: target)
          let index = (window.column + column) % columns * rows + window.row + row
          let count = Int(unsafe offsets[index + 1]) - Int(unsafe offsets[index])
          unsafe vectors[column * window.rowCount + row] = unsafe lab_part(
            start: output.bytes.baseAddress! + target, count: count)
          target += count
          number += 1
        }
      }
      return target
    }
    for column in 0..<window.columnCount {
      let first = (window.column + column) % columns * rows + window.row
      let offsets = pool.header.canvases[canvas].segmentOffsets
      let count = Int(offsets[first + window.rowCount]) - Int(offsets[first])
      let from = Int64(place) + Int64(offsets[first])
      try unsafe readVectors(
        vectors + column * window.rowCount, count: window.rowCount, bytes: count, from: from)
    }
    return end
  }

  private func readVectors(
    _ vectors: UnsafeMutablePointer<lab_part>, count: Int, bytes: Int, from offset: Int64
  ) throws {
    let done = unsafe lab_read_parts(pool.file.descriptor.rawValue, vectors, Int32(count), offset)
    if done == bytes { return }
    if done < 0 {
      throw FileError.system(call: "preadv", path: pool.path, code: Errno(rawValue: Int32(-done)))
    }
    throw LibraryError.damagedPool(path: pool.path, reason: "it ends too early")
  }

  private mutating func readThumbnail(_ window: Window, canvas: Int, at start: Int) throws
    -> Int
  {
    let geometry = pool.header.geometry
    let place = pool.header.canvases[canvas]
    let phase = window.phase * geometry.thumbnailRows * geometry.columns
    let units = geometry.thumbnailRows * geometry.columns
    let base = Int(place.unitOffsets[phase])
    let last = min(window.thumbnailRow + window.thumbnailRowCount, geometry.thumbnailRows)
    // Rows past the end of the canvas begin again at its top; then the whole phase is read.
    let wraps = window.thumbnailRow + window.thumbnailRowCount > geometry.thumbnailRows
    let lower = wraps ? base : Int(place.unitOffsets[phase + window.thumbnailRow * geometry.columns])
    let upper =
      wraps ? Int(place.unitOffsets[phase + units]) : Int(place.unitOffsets[phase + last * geometry.columns])
    scratch.reserve(upper - lower)
    let span = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch.bytes[..<(upper - lower)])
    guard try unsafe pool.file.read(into: span, at: Int64(place.start) + Int64(lower)) else {
      throw LibraryError.damagedPool(path: pool.path, reason: "it ends too early")
    }
    var target = start
    var number = 0
    for row in 0..<window.thumbnailRowCount {
      let line = phase + (window.thumbnailRow + row) % geometry.thumbnailRows * geometry.columns
      for column in 0..<window.columnCount {
        target = writeRestart(before: number, at: target)
        let index = line + (window.column + column) % geometry.columns
        let (from, to) = (Int(place.unitOffsets[index]), Int(place.unitOffsets[index + 1]))
        unsafe (output.bytes.baseAddress! + target).copyMemory(
          from: span.baseAddress! + (from - lower), byteCount: to - from)
        target += to - from
        number += 1
      }
    }
    return target
  }
}
