import StrategyKit

/// Encodes a canvas, band by band, into segments that stand alone, as between two restart markers.
struct CanvasCutter: ~Copyable {
  static let quality: Int32 = 85
  static let thumbnailQuality: Int32 = 75

  private let geometry: PoolGeometry
  private var encoder: JPEGEncoder
  private var thumbnail: ThumbnailPicture
  private var rowMajor: [UInt8] = []
  private var ends: [Int] = [0]
  private var photoTables: JPEGTables?
  private var thumbnailTables: JPEGTables?

  init(_ geometry: PoolGeometry) throws(CodecError) {
    self.geometry = geometry
    encoder = try JPEGEncoder(largest: PixelSize(width: Int32(geometry.segmentWidth), height: 16))
    thumbnail = ThumbnailPicture(geometry)
    rowMajor.reserveCapacity(geometry.canvasWidth * geometry.canvasHeight / 3)
  }

  mutating func append(_ band: PlanarImage, rowCount: Int) throws(CodecError) {
    let size = PixelSize(width: Int32(geometry.segmentWidth), height: 16)
    unsafe thumbnail.append(band, rowCount: rowCount)
    for y in stride(from: 0, to: rowCount, by: 16) {
      for column in 0..<geometry.columns {
        let part = unsafe band.offset(x: column * geometry.segmentWidth, y: y)
        let jpeg = try unsafe encoder.encode(planes: part, size: size, quality: CanvasCutter.quality)
        if photoTables == nil { photoTables = unsafe JPEGTables(of: jpeg) }
        try unsafe append(entropyOf: jpeg)
      }
    }
  }

  consuming func finish() throws(CodecError) -> PaintedCanvas {
    precondition(ends.count == geometry.segmentCount + 1, "all rows of the canvas")
    var (bytes, segmentOffsets): ([UInt8], [UInt32]) = ([], [])
    bytes.reserveCapacity(rowMajor.count * 5 / 4)
    for column in 0..<geometry.columns {
      for row in 0..<geometry.rows {
        let index = row * geometry.columns + column
        segmentOffsets.append(UInt32(bytes.count))
        bytes += rowMajor[ends[index]..<ends[index + 1]]
      }
    }
    segmentOffsets.append(UInt32(bytes.count))
    rowMajor.removeAll(keepingCapacity: true)
    ends = [0]
    try encodeThumbnails()
    let unitOffsets = ends.map { UInt32(bytes.count + $0) }
    bytes += rowMajor
    guard let photoTables, let thumbnailTables else { throw CodecError("the encoder wrote no tables") }
    return PaintedCanvas(
      bytes: bytes, segmentOffsets: segmentOffsets, unitOffsets: unitOffsets, photoTables: photoTables,
      thumbnailTables: thumbnailTables)
  }

  private mutating func encodeThumbnails() throws(CodecError) {
    thumbnail.close()
    let unit = PixelSize(width: 16, height: 16)
    for phase in 0..<geometry.phaseCount {
      let shift = phase * geometry.step / geometry.thumbnailDivisor
      for row in 0..<geometry.thumbnailRows {
        for column in 0..<geometry.columns {
          let part = unsafe thumbnail.image.offset(x: column * 16, y: row * 16 + shift)
          let jpeg = try unsafe encoder.encode(
            planes: part, size: unit, quality: CanvasCutter.thumbnailQuality)
          if thumbnailTables == nil { thumbnailTables = unsafe JPEGTables(of: jpeg) }
          try unsafe append(entropyOf: jpeg)
        }
      }
    }
  }

  private mutating func append(entropyOf jpeg: UnsafeRawBufferPointer) throws(CodecError) {
    let start = try unsafe JPEGMarkers(jpeg).entropyOffset
    unsafe rowMajor.append(contentsOf: jpeg[start..<(jpeg.count - 2)])
    ends.append(rowMajor.count)
  }
}

/// A finished canvas as in the pool: its segments column by column, then its thumbnail units, all without markers.
struct PaintedCanvas: Sendable {
  let bytes: [UInt8]
  let segmentOffsets: [UInt32]
  let unitOffsets: [UInt32]
  let photoTables: JPEGTables
  let thumbnailTables: JPEGTables
}
