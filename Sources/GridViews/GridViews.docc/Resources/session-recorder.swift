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

/// The collection view's delegate before `CollectionGrid` takes its place: it hears everything all the same.
@MainActor
final class Recording: NSObject, UICollectionViewDelegate {
  private var recorder: ScrollTraceRecorder

  init(_ recorder: ScrollTraceRecorder) { self.recorder = recorder }

  func scrollViewDidScroll(_ scrollView: UIScrollView) {
    recorder.frame(at: CACurrentMediaTime(), offset: scrollView.contentOffset.y)
  }

  func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    recorder.phase(.down, at: CACurrentMediaTime())
    recorder.phase(.drag, at: CACurrentMediaTime())
  }

  func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    // UIKit tells points a millisecond.
    let target = targetContentOffset.pointee.y
    recorder.phase(.up(velocity: velocity.y * 1000, target: target), at: CACurrentMediaTime())
  }

  func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { recorder.phase(.idle, at: CACurrentMediaTime()) }

  /// When the app goes to the background.
  func flush() { recorder.flush() }

  /// When the screen goes.
  func end() { recorder.end(at: CACurrentMediaTime()) }
}
