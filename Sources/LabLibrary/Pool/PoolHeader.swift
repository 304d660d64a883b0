/// The head of a pool file: the identity of the pool, the tables of its JPEG data, and the places of its pieces.
struct PoolHeader: Equatable, Sendable {
  struct Canvas: Equatable, Sendable {
    var checksum: UInt64
    var start: UInt64
    var segmentOffsets: [UInt32]
    var unitOffsets: [UInt32]

    var byteCount: Int { Int(unitOffsets.last ?? 0) }
  }

  let seed: UInt64
  let geometry: PoolGeometry
  let photoTables: JPEGTables
  let thumbnailTables: JPEGTables
  var canvases: [Canvas]

  static let magic = Array("CLABPOOL".utf8)
  /// The version, raised whenever the painting, the cutting or the header changes: older pools are made anew.
  static let version: UInt32 = 1
  /// The bytes before the tables: magic, version, profile, seed, length of the header, its checksum.
  static let prefixCount = 40

  var fileByteCount: Int { canvases.last.map { Int($0.start) + $0.byteCount } ?? 0 }

  /// Returns the header as bytes, and sets `start` of each canvas so that they follow each other.
  mutating func encoded() -> [UInt8] {
    let headerCount = PoolHeader.prefixCount + body().count
    var start = UInt64(headerCount)
    for index in canvases.indices {
      canvases[index].start = start
      start += UInt64(canvases[index].byteCount)
    }
    var writer = ByteWriter()
    writer.append(PoolHeader.magic)
    writer.little32(PoolHeader.version)
    writer.little32(geometry.profile.code)
    writer.little64(seed)
    writer.little64(UInt64(headerCount))
    writer.little64(0)
    writer.append(body())
    writer.replace64(at: 32, with: XXHash64.hash(writer.bytes))
    return writer.bytes
  }

  private func body() -> [UInt8] {
    var writer = ByteWriter()
    for tables in [photoTables, thumbnailTables] {
      writer.append(tables.luma)
      writer.append(tables.chroma)
      writer.little32(UInt32(tables.huffman.count))
      writer.append(tables.huffman)
    }
    for canvas in canvases {
      writer.little64(canvas.checksum)
      writer.little64(canvas.start)
      for offset in canvas.segmentOffsets { writer.little32(offset) }
      for offset in canvas.unitOffsets { writer.little32(offset) }
    }
    return writer.bytes
  }
}

extension PoolHeader {
  /// Reads the output of `encoded()` for this seed and geometry. Returns nil for anything else: readers need not check
  /// the numbers of a header.
  init?(_ bytes: [UInt8], seed: UInt64, geometry: PoolGeometry) {
    guard bytes.count > PoolHeader.prefixCount else { return nil }
    var unsigned = ByteWriter()
    unsigned.append(bytes)
    unsigned.replace64(at: 32, with: 0)
    var reader = ByteReader(bytes)
    guard reader.take(8) == PoolHeader.magic, reader.little32() == PoolHeader.version,
      reader.little32() == geometry.profile.code, reader.little64() == seed,
      reader.little64() == UInt64(bytes.count), reader.little64() == XXHash64.hash(unsigned.bytes),
      let photo = PoolHeader.tables(&reader), let thumbnail = PoolHeader.tables(&reader)
    else { return nil }
    var canvases: [Canvas] = []
    for _ in 0..<geometry.canvasCount {
      guard let checksum = reader.little64(), let start = reader.little64(),
        let segments = reader.words(geometry.segmentCount + 1),
        let units = reader.words(geometry.thumbnailUnitCount + 1)
      else { return nil }
      canvases.append(Canvas(checksum: checksum, start: start, segmentOffsets: segments, unitOffsets: units))
    }
    guard reader.offset == bytes.count, PoolHeader.areInOrder(canvases, from: bytes.count) else { return nil }
    self.init(
      seed: seed, geometry: geometry, photoTables: photo, thumbnailTables: thumbnail, canvases: canvases)
  }

  private static func areInOrder(_ canvases: [Canvas], from headerCount: Int) -> Bool {
    var start = UInt64(headerCount)
    for canvas in canvases {
      guard canvas.start == start, canvas.segmentOffsets.first == 0,
        canvas.segmentOffsets.last == canvas.unitOffsets.first, isAscending(canvas.segmentOffsets),
        isAscending(canvas.unitOffsets)
      else { return false }
      start += UInt64(canvas.byteCount)
    }
    return start <= UInt64(PoolMaker.maxByteCount)
  }

  private static func isAscending(_ offsets: [UInt32]) -> Bool {
    zip(offsets, offsets.dropFirst()).allSatisfy { $0 <= $1 }
  }

  private static func tables(_ reader: inout ByteReader) -> JPEGTables? {
    guard let luma = reader.take(64), let chroma = reader.take(64), let count = reader.little32(),
      let huffman = reader.take(Int(count))
    else { return nil }
    return JPEGTables(luma: luma, chroma: chroma, huffman: huffman)
  }
}

/// The tables that a decoder needs to read segments, taken from the encoder's own output.
struct JPEGTables: Equatable, Sendable {
  let luma: [UInt8]
  let chroma: [UInt8]
  let huffman: [UInt8]
}

extension JPEGTables {
  /// Reads the tables that the encoder writes at a quality, which are the same for every picture.
  init(quality: Int32) throws(CodecError) {
    let size = PixelSize(width: 16, height: 16)
    var encoder = try JPEGEncoder(largest: size)
    let picture = Picture(width: 16, height: 16)
    let bytes = unsafe JPEGBytes(try encoder.encode(picture, x: 0, y: 0, size: size, quality: quality))
    var offset = 2
    var steps: [Int: [UInt8]] = [:]
    var huffman: [UInt8] = []
    while case let code = try bytes.marker(at: &offset), code != 0xDA {
      let body = try bytes.segment(at: &offset)
      if code == 0xDB {
        for start in stride(from: body.lowerBound, to: body.upperBound - 64, by: 65) {
          steps[Int(bytes[start])] = (1...64).map { bytes[start + $0] }
        }
      } else if code == 0xC4 {
        huffman += ((body.lowerBound - 4)..<body.upperBound).map { bytes[$0] }
      }
    }
    guard let luma = steps[0], let chroma = steps[1] else { throw CodecError("the encoder wrote no tables") }
    self.init(luma: luma, chroma: chroma, huffman: huffman)
  }
}
