import Foundation
import ScrollTraceRecorder
import UIKit

@MainActor
func makeRecorder(_ view: UICollectionView, columns: Int, cell: CGSize, gap: CGFloat, file: FileHandle)
  -> ScrollTraceRecorder
{
  let grid = ScrollTraceGrid(
    count: view.numberOfItems(inSection: 0), columns: columns, cellWidth: cell.width, cellHeight: cell.height,
    spacingX: gap, spacingY: gap)
  let geometry = ScrollTraceGeometry(
    viewportWidth: view.bounds.width, viewportHeight: view.bounds.height, contentWidth: view.contentSize.width,
    contentHeight: view.contentSize.height, grid: grid)
  let header = ScrollTraceHeader(geometry: geometry, scale: view.traitCollection.displayScale, refreshHz: 60)
  return ScrollTraceRecorder(header: header) { bytes in (try? file.write(contentsOf: Data(bytes))) != nil }
}
