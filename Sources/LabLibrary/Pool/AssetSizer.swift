import CacheLab
import StrategyKit

/// Knows how many bytes a photo has before it is put together.
struct AssetSizer {
  private let pool: PoolHeader
  private let sizes: [PixelSize]
  private let thumbnailOverhead: Int
  private let photoOverhead: Int

  init(_ pool: PoolHeader) {
    self.pool = pool
    sizes = SizeClass.all.map { $0.size(in: pool.geometry.profile) }
    let header = AssetHeader(pool, size: sizes[0])
    thumbnailOverhead = header.thumbnailHead.count + 2
    photoOverhead = header.front.count + header.photoHead.count + 2
  }

  func size(of recipe: AssetRecipe) -> PixelSize { sizes[Int(recipe.sizeClass)] }

  func window(of recipe: AssetRecipe) -> Window {
    Window(pool.geometry, size: size(of: recipe), column: Int(recipe.column), step: Int(recipe.step))
  }

  /// What the index says of the photo.
  func info(of recipe: AssetRecipe) -> AssetInfo {
    let window = window(of: recipe)
    let thumbnail = thumbnailOverhead + entropyOfThumbnail(window, canvas: Int(recipe.canvas))
    let photo = photoOverhead + entropyOfPhoto(window, canvas: Int(recipe.canvas))
    let size = size(of: recipe)
    return AssetInfo(
      width: size.width, height: size.height, encodedBytes: Int32(photo + thumbnail),
      thumbnailBytes: Int32(thumbnail), thumbnailSize: pool.geometry.thumbnailSize(of: size), decodes: true)
  }

  /// Entropy-coded bytes with the markers between segments.
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
