/// The small picture of a canvas, whose windows are the thumbnails: means over squares of the canvas.
struct ThumbnailPicture {
  let picture: Picture

  /// The rows that are repeated behind the last one: the last phase reaches past the end.
  private static let repeatedRows = 16

  private let divisor: Int
  private let height: Int
  private var row = 0

  init(_ geometry: PoolGeometry) {
    divisor = geometry.thumbnailDivisor
    height = geometry.thumbnailRows * 16
    picture = Picture(width: geometry.columns * 16, height: height + ThumbnailPicture.repeatedRows)
  }

  mutating func append(_ band: Picture) {
    for channel in Channel.allCases {
      let (source, target) = (band[channel], picture[channel])
      for y in 0..<(source.height / divisor) {
        unsafe average(source.row(y * divisor), source.width, into: target.row(row / channel.scale + y), target.width)
      }
    }
    row += band[.luma].height / divisor
  }

  func close() {
    for channel in Channel.allCases {
      let plane = picture[channel]
      for y in 0..<(ThumbnailPicture.repeatedRows / channel.scale) {
        unsafe plane.row(height / channel.scale + y).update(from: plane.row(y), count: plane.width)
      }
    }
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
