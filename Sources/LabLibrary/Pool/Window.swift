import StrategyKit

/// The part of a canvas that a photo shows, in segments, and where its thumbnail lies.
struct Window: Equatable, Sendable {
  /// First segment column; the canvas closes to a ring.
  let column: Int
  /// First segment row.
  let row: Int
  let columnCount: Int
  let rowCount: Int
  let phase: Int
  /// First row of thumbnail units; rows close to a ring, what lies past the canvas is not shown.
  let thumbnailRow: Int
  let thumbnailRowCount: Int

  /// The window of `size` whose top is `step` steps down.
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
