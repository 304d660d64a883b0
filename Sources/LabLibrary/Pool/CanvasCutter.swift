/// Encodes a canvas, band by band, into segments that stand alone, as between two restart markers.
struct CanvasCutter: ~Copyable {
  static let quality: Int32 = 85
  static let thumbnailQuality: Int32 = 75

  private let geometry: PoolGeometry
  private var encoder: JPEGEncoder
  private var thumbnail: ThumbnailPicture
  private var rowMajor: [UInt8] = []
  private var ends: [Int] = [0]

  init(_ geometry: PoolGeometry) throws(CodecError) {
    self.geometry = geometry
    encoder = try JPEGEncoder(largest: PixelSize(width: Int32(geometry.segmentWidth), height: 16))
    thumbnail = ThumbnailPicture(geometry)
    rowMajor.reserveCapacity(geometry.canvasWidth * geometry.canvasHeight / 3)
  }

  mutating func append(_ band: Picture) throws(CodecError) {
    thumbnail.append(band)
    for y in stride(from: 0, to: band[.luma].height, by: 16) {
      for column in 0..<geometry.columns {
        let x = column * geometry.segmentWidth
        try append(band, x: x, y: y, width: geometry.segmentWidth, quality: CanvasCutter.quality)
      }
    }
  }

  /// Returns the canvas with its bytes: its segments column by column, then its thumbnail units, all without markers.
  consuming func finish() throws(CodecError) -> (canvas: PoolHeader.Canvas, bytes: [UInt8]) {
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
    thumbnail.close()
    for phase in 0..<geometry.phaseCount {
      let shift = phase * geometry.step / geometry.thumbnailDivisor
      for row in 0..<geometry.thumbnailRows {
        for column in 0..<geometry.columns {
          try append(
            thumbnail.picture, x: column * 16, y: row * 16 + shift, width: 16, quality: CanvasCutter.thumbnailQuality)
        }
      }
    }
    let unitOffsets = ends.map { UInt32(bytes.count + $0) }
    bytes += rowMajor
    let canvas = PoolHeader.Canvas(
      checksum: XXHash64.hash(bytes), start: 0, segmentOffsets: segmentOffsets, unitOffsets: unitOffsets)
    return (canvas, bytes)
  }

  private mutating func append(
    _ picture: Picture, x: Int, y: Int, width: Int, quality: Int32
  ) throws(CodecError) {
    let size = PixelSize(width: Int32(width), height: 16)
    let jpeg = try unsafe encoder.encode(picture, x: x, y: y, size: size, quality: quality)
    let start = try unsafe JPEGMarkers(jpeg).entropyOffset
    unsafe rowMajor.append(contentsOf: jpeg[start..<(jpeg.count - 2)])
    ends.append(rowMajor.count)
  }
}
