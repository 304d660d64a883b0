import Foundation
import ScrollTraceRecorder
import UIKit

@MainActor
func makeRecorder(_ view: UICollectionView, columns: Int, cell: CGSize, gap: CGFloat, file: FileHandle)
  -> ScrollTraceRecorder
{
  let scale = view.traitCollection.displayScale
  let grid = GridLayout(
    count: view.numberOfItems(inSection: 0), columns: columns, cellWidth: .points(cell.width),
    cellHeight: .points(cell.height), spacingX: .points(gap), spacingY: .points(gap),
    viewportWidth: .points(view.bounds.width), viewportHeight: .points(view.bounds.height),
    scaleThousandths: Int64(scale * 1000))
  let header = ScrollTraceHeader(geometry: ScrollTraceGeometry(grid), scale: scale, refreshHz: 60)
  return ScrollTraceRecorder(header: header) { bytes in (try? file.write(contentsOf: Data(bytes))) != nil }
}
