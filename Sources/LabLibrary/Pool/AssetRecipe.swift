/// The pieces of the pool that make a photo. 8 bytes.
struct AssetRecipe: Equatable, Sendable {
  var canvas: UInt8
  var sizeClass: UInt8
  var column: UInt8
  var step: UInt16
  var tint: UInt16

  var word: UInt64 {
    UInt64(canvas) | UInt64(sizeClass) << 8 | UInt64(column) << 16 | UInt64(step) << 32 | UInt64(tint) << 48
  }
}

/// The difference of a photo's colours from those of its canvas: factors on the quantisation steps, which need no work.
struct Tint: Equatable, Sendable {
  /// In sixteenths.
  let luma: Int
  let blue: Int
  let red: Int

  /// The number of tints with colour: 5 contrasts, 9 saturations, 9 hues, all different. After them come 5 that are almost
  /// black and white.
  static let colouredCount = 5 * 9 * 9

  init(number: Int) {
    luma = 13 + number % 5
    if number >= Tint.colouredCount {
      (blue, red) = (1, 1)
    } else {
      let saturation = 11 + number / 5 % 9
      let shift = number / 45 % 9 - 4
      (blue, red) = (saturation - shift, saturation + shift)
    }
  }

  static func scaled(_ steps: [UInt8], by factor: Int) -> [UInt8] {
    steps.map { UInt8(min(255, max(1, (Int($0) * factor + 8) >> 4))) }
  }
}

/// The pieces of a canvas that make a photo and its thumbnail, as runs of pieces that follow one another in the pool.
struct Window {
  /// The segments of the photo, a run a column.
  private(set) var segments: [Range<Int>] = []
  /// The units of the thumbnail, row by row; a row past the end of the ring has two runs.
  private(set) var units: [Range<Int>] = []

  /// Creates the window of `size` whose top is `step` steps down.
  init(_ geometry: PoolGeometry, size: PixelSize, column: Int, step: Int) {
    let (top, end) = (step * geometry.step, column + Int(size.width) / geometry.segmentWidth)
    let rowCount = (Int(size.height) + 15) / 16
    segments.reserveCapacity(end - column)
    for column in column..<end {
      let first = column % geometry.columns * geometry.rows + top / 16
      segments.append(first..<(first + rowCount))
    }
    let phase = top % geometry.segmentWidth / geometry.step
    let thumbnailRowCount = (Int(geometry.thumbnailSize(of: size).height) + 15) / 16
    units.reserveCapacity(2 * thumbnailRowCount)
    for row in 0..<thumbnailRowCount {
      // Rows close to a ring, and those past the end of the canvas, which are not shown, begin again at its top.
      let line = (top / geometry.segmentWidth + row) % geometry.thumbnailRows
      let first = (phase * geometry.thumbnailRows + line) * geometry.columns
      units.append((first + column)..<(first + min(end, geometry.columns)))
      if end > geometry.columns { units.append(first..<(first + end - geometry.columns)) }
    }
  }
}
