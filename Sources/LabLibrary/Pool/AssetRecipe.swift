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

/// The part of a canvas that a photo shows, in segments, and the place of its thumbnail.
struct Window: Equatable, Sendable {
  let column: Int
  let row: Int
  let columnCount: Int
  let rowCount: Int
  let phase: Int
  /// The first row of thumbnail units; rows close to a ring, and those past the canvas are not shown.
  let thumbnailRow: Int
  let thumbnailRowCount: Int

  /// Creates the window of `size` whose top is `step` steps down.
  init(_ geometry: PoolGeometry, size: PixelSize, column: Int, step: Int) {
    let top = step * geometry.step
    let thumbnail = geometry.thumbnailSize(of: size)
    self.column = column
    row = top / 16
    columnCount = Int(size.width) / geometry.segmentWidth
    rowCount = (Int(size.height) + 15) / 16
    phase = top % geometry.segmentWidth / geometry.step
    thumbnailRow = top / geometry.segmentWidth
    thumbnailRowCount = (Int(thumbnail.height) + 15) / 16
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

  func size(of recipe: AssetRecipe) -> PixelSize { sizes[Int(recipe.sizeClass)] }

  func window(of recipe: AssetRecipe) -> Window {
    Window(pool.geometry, size: size(of: recipe), column: Int(recipe.column), step: Int(recipe.step))
  }

  func info(of recipe: AssetRecipe) -> AssetInfo {
    let window = window(of: recipe)
    let thumbnail = thumbnailOverhead + entropyOfThumbnail(window, canvas: Int(recipe.canvas))
    let photo = photoOverhead + entropyOfPhoto(window, canvas: Int(recipe.canvas))
    let size = size(of: recipe)
    return AssetInfo(
      width: size.width, height: size.height, encodedBytes: Int32(photo + thumbnail),
      thumbnailBytes: Int32(thumbnail), thumbnailSize: pool.geometry.thumbnailSize(of: size), isDecodable: true)
  }

  private func entropyOfPhoto(_ window: Window, canvas: Int) -> Int {
    let (columns, rows) = (pool.geometry.columns, pool.geometry.rows)
    return unsafe pool.canvases[canvas].segmentOffsets.withUnsafeBufferPointer { offsets in
      var sum = 2 * (window.columnCount * window.rowCount - 1)
      for column in window.column..<(window.column + window.columnCount) {
        let first = column % columns * rows + window.row
        sum += Int(unsafe offsets[first + window.rowCount]) - Int(unsafe offsets[first])
      }
      return sum
    }
  }

  private func entropyOfThumbnail(_ window: Window, canvas: Int) -> Int {
    let geometry = pool.geometry
    return unsafe pool.canvases[canvas].unitOffsets.withUnsafeBufferPointer { offsets in
      var sum = 2 * (window.columnCount * window.thumbnailRowCount - 1)
      for row in window.thumbnailRow..<(window.thumbnailRow + window.thumbnailRowCount) {
        let line = window.phase * geometry.thumbnailRows + row % geometry.thumbnailRows
        let first = line * geometry.columns
        let end = window.column + window.columnCount
        let inside = min(end, geometry.columns)
        sum += Int(unsafe offsets[first + inside]) - Int(unsafe offsets[first + window.column])
        if end > inside { sum += Int(unsafe offsets[first + end - inside]) - Int(unsafe offsets[first]) }
      }
      return sum
    }
  }
}
