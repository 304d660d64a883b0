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
