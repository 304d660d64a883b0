/// The small picture of a canvas, whose windows are the thumbnails: means over squares of the canvas.
struct ThumbnailPicture: ~Copyable {
  private let divisor: Int
  private let luma: Plane<UInt8>
  private let blue: Plane<UInt8>
  private let red: Plane<UInt8>
  private let rowCount: Int
  private var row = 0

  init(_ geometry: PoolGeometry) {
    divisor = geometry.thumbnailDivisor
    let (width, height) = (geometry.columns * 16, geometry.thumbnailRows * 16)
    rowCount = height
    // 16 more rows repeat the first ones: the last phase reaches past the end.
    luma = Plane(width: width, height: height + 16)
    blue = Plane(width: width / 2, height: height / 2 + 8)
    red = Plane(width: width / 2, height: height / 2 + 8)
  }

  mutating func append(_ band: PlanarImage, rowCount: Int) {
    let count = rowCount / divisor
    for y in 0..<count {
      unsafe average(
        band.luma + y * divisor * band.lumaStride, band.lumaStride, into: luma.row(row + y), luma.width)
    }
    for y in 0..<(count / 2) {
      let start = unsafe y * divisor * band.chromaStride
      let target = row / 2 + y
      unsafe average(band.blue + start, band.chromaStride, into: blue.row(target), blue.width)
      unsafe average(band.red + start, band.chromaStride, into: red.row(target), red.width)
    }
    row += count
  }

  mutating func close() {
    for y in 0..<16 { unsafe luma.row(rowCount + y).update(from: luma.row(y), count: luma.width) }
    for y in 0..<8 {
      unsafe blue.row(rowCount / 2 + y).update(from: blue.row(y), count: blue.width)
      unsafe red.row(rowCount / 2 + y).update(from: red.row(y), count: red.width)
    }
  }

  /// The picture, valid as long as this value.
  var image: PlanarImage {
    unsafe PlanarImage(
      luma: luma.row(0), blue: blue.row(0), red: red.row(0), lumaStride: luma.width, chromaStride: blue.width)
  }

  private func average(
    _ source: UnsafePointer<UInt8>, _ stride: Int, into target: UnsafeMutablePointer<UInt8>, _ width: Int
  ) {
    let area = divisor * divisor
    for x in 0..<width {
      var sum = 0
      for y in 0..<divisor {
        let row = unsafe source + (y * stride + x * divisor)
        for k in 0..<divisor { sum &+= Int(unsafe row[k]) }
      }
      unsafe target[x] = UInt8(truncatingIfNeeded: (sum + area / 2) / area)
    }
  }
}
