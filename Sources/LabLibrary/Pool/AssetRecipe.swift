import CacheLab

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

  /// The number of tints with colour: 5 contrasts, 9 saturations, 9 hues, all different.
  static let colouredCount = 5 * 9 * 9
  /// The number of all tints; the last 5 are almost black and white.
  static let count = colouredCount + 5

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

/// Computes the bytes of a photo before it is put together.
struct AssetSizer {
  private let pool: PoolHeader
  private let sizes: [PixelSize]
  private let thumbnailOverhead: Int
  private let photoOverhead: Int

  init(_ pool: PoolHeader) {
    self.pool = pool
    sizes = SizeClass.sizes(in: pool.geometry.profile)
    let tint = Tint(number: 0)
    thumbnailOverhead = AssetHeader.thumbnail(pool, size: sizes[0], tint).count + 2
    photoOverhead = AssetHeader.exifCount + AssetHeader.photo(pool, size: sizes[0], tint).count + 2
  }

  func info(of recipe: AssetRecipe) -> (info: AssetInfo, window: Window) {
    let (size, canvas) = (sizes[Int(recipe.sizeClass)], pool.canvases[Int(recipe.canvas)])
    let window = Window(pool.geometry, size: size, column: Int(recipe.column), step: Int(recipe.step))
    let thumbnail = thumbnailOverhead + AssetSizer.byteCount(of: window.units, at: canvas.unitOffsets)
    let photo = photoOverhead + AssetSizer.byteCount(of: window.segments, at: canvas.segmentOffsets)
    let info = AssetInfo(
      width: size.width, height: size.height, encodedBytes: Int32(photo + thumbnail),
      thumbnailBytes: Int32(thumbnail), thumbnailSize: pool.geometry.thumbnailSize(of: size), isDecodable: true)
    return (info, window)
  }

  /// Returns the bytes of pieces with restart markers between them.
  private static func byteCount(of runs: [Range<Int>], at offsets: [UInt32]) -> Int {
    runs.reduce(-2) { $0 + 2 * $1.count + Int(offsets[$1.upperBound]) - Int(offsets[$1.lowerBound]) }
  }
}
