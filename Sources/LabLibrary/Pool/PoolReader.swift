import CLabSystem
import CacheLab
import LabSystem
import SystemPackage

/// Puts photos together from a pool: one read for each column of segments, straight to the place of each segment.
@safe struct PoolReader: ~Copyable {
  private let pool: PoolFile
  private let recipes: ContiguousArray<AssetRecipe>
  private let headers: [AssetHeader]
  private let sizer: AssetSizer
  private var output: GrowingBuffer
  private var scratch: GrowingBuffer
  private let vectors: UnsafeMutablePointer<lab_part>

  init(_ pool: PoolFile, recipes: ContiguousArray<AssetRecipe>, largestAsset: Int) {
    self.pool = pool
    self.recipes = recipes
    let geometry = pool.header.geometry
    headers = SizeClass.sizes(in: geometry.profile).map { AssetHeader(pool.header, size: $0) }
    sizer = AssetSizer(pool.header)
    output = GrowingBuffer(capacity: largestAsset)
    scratch = GrowingBuffer(capacity: 1 << 16)
    unsafe vectors = .allocate(capacity: geometry.segmentCount)
  }

  deinit { unsafe vectors.deallocate() }

  mutating func read(_ asset: Int) throws(LibraryError) -> UnsafeRawBufferPointer {
    // A third of a microsecond, and no photo is made of pieces that belong to none.
    try pool.checkUnchanged()
    let recipe = recipes[asset]
    let info = sizer.info(of: recipe)
    let window = sizer.window(of: recipe)
    guard segmentBytes(recipe, info) <= Int(UInt16.max) else {
      throw .damagedPool(path: pool.path, reason: "a thumbnail is longer than EXIF data can be")
    }
    output.reserve(Int(info.encodedBytes))
    var end = writeFront(asset, recipe: recipe, info)
    end = try readThumbnail(window, canvas: Int(recipe.canvas), at: end)
    end = writeEndOfImage(at: end)
    let header = headers[Int(recipe.sizeClass)]
    let head = end
    end = write(header.photoHead, at: end)
    tint(recipe, tables: pool.header.photoTables, offsets: header.photoStepOffsets, head: head)
    end = try readPhoto(window, canvas: Int(recipe.canvas), at: end)
    end = writeEndOfImage(at: end)
    precondition(end == Int(info.encodedBytes), "the index and the assembled photo agree")
    return unsafe UnsafeRawBufferPointer(rebasing: output.bytes[..<end])
  }
}

extension PoolReader {
  private func pointer(at offset: Int) -> UnsafeMutablePointer<UInt8> {
    unsafe (output.bytes.baseAddress! + offset).assumingMemoryBound(to: UInt8.self)
  }

  private func write(_ bytes: [UInt8], at offset: Int) -> Int {
    unsafe bytes.withUnsafeBytes { source in
      unsafe (output.bytes.baseAddress! + offset).copyMemory(
        from: source.baseAddress!, byteCount: source.count)
    }
    return offset + bytes.count
  }

  private func writeMarker(_ code: UInt8, at offset: Int) -> Int {
    let target = unsafe pointer(at: offset)
    unsafe target[0] = 0xFF
    unsafe target[1] = code
    return offset + 2
  }

  private func writeEndOfImage(at offset: Int) -> Int { writeMarker(0xD9, at: offset) }

  private func writeRestart(before number: Int, at offset: Int) -> Int {
    number == 0 ? offset : writeMarker(UInt8(0xD0 + (number - 1) & 7), at: offset)
  }

  private func writeFront(_ asset: Int, recipe: AssetRecipe, _ info: AssetInfo) -> Int {
    let header = headers[Int(recipe.sizeClass)]
    let head = write(header.exif.bytes, at: 0)
    let end = write(header.thumbnailHead, at: head)
    let front = unsafe pointer(at: 0)
    let (segment, thumbnailBytes) = (segmentBytes(recipe, info), Int(info.thumbnailBytes))
    unsafe front[ExifFront.segmentLengthOffset] = UInt8(segment >> 8)
    unsafe front[ExifFront.segmentLengthOffset + 1] = UInt8(segment & 255)
    for index in 0..<4 {
      unsafe front[header.exif.thumbnailLengthOffset + index] = UInt8(thumbnailBytes >> (8 * index) & 255)
    }
    let taken = AssetTraits(seed: pool.header.seed, index: asset).creationMs
    let time = UTCTime(seconds: taken.flooringDivide(1_000))
    for offset in header.exif.dateOffsets { unsafe AssetHeader.writeDate(time, to: front + offset) }
    unsafe AssetHeader.write(
      Int(taken - time.seconds * 1_000), digits: 3, to: front + header.exif.fractionOffset)
    unsafe writeHex(pool.header.seed, to: front + header.exif.idOffset)
    unsafe writeHex(UInt64(asset), to: front + header.exif.idOffset + 16)
    tint(recipe, tables: pool.header.thumbnailTables, offsets: header.thumbnailStepOffsets, head: head)
    return end
  }

  private func segmentBytes(_ recipe: AssetRecipe, _ info: AssetInfo) -> Int {
    headers[Int(recipe.sizeClass)].exif.bytes.count - ExifFront.segmentLengthOffset + Int(info.thumbnailBytes)
  }

  private func writeHex(_ value: UInt64, to target: UnsafeMutablePointer<UInt8>) {
    for index in 0..<16 {
      let digit = UInt8(value >> (60 - 4 * UInt64(index)) & 15)
      unsafe target[index] = digit < 10 ? 48 + digit : 87 + digit
    }
  }

  private func tint(_ recipe: AssetRecipe, tables: JPEGTables, offsets: [Int], head: Int) {
    let tint = Tint(number: Int(recipe.tint))
    unsafe Tint.scaled(tables.luma, by: tint.luma, into: pointer(at: head + offsets[0]))
    unsafe Tint.scaled(tables.chroma, by: tint.blue, into: pointer(at: head + offsets[1]))
    unsafe Tint.scaled(tables.chroma, by: tint.red, into: pointer(at: head + offsets[2]))
  }
}

extension PoolReader {
  private func readPhoto(_ window: Window, canvas: Int, at start: Int) throws(LibraryError) -> Int {
    let rows = pool.header.geometry.rows
    let columns = pool.header.geometry.columns
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
  ) throws(LibraryError) {
    let done = unsafe lab_read_parts(pool.file.descriptor.rawValue, vectors, Int32(count), offset)
    if done == bytes { return }
    if done < 0 {
      throw LibraryError(FileError.system(call: "preadv", path: pool.path, code: Errno(rawValue: Int32(-done))))
    }
    throw .damagedPool(path: pool.path, reason: "it ends too early")
  }

  private mutating func readThumbnail(_ window: Window, canvas: Int, at start: Int) throws(LibraryError)
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
    let isWhole = try LibraryError.files { () throws(FileError) in
      try unsafe pool.file.read(into: span, at: Int64(place.start) + Int64(lower))
    }
    guard isWhole else {
      throw .damagedPool(path: pool.path, reason: "it ends too early")
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
