import GridDriver
import Strategies
import Testing
import UIKit

@testable import GridViews

/// Grids that scroll sideways in languages that are written from right to left.
@MainActor
@Suite(.serialized) struct RightToLeftTests {
  /// Lays its cells from right to left, as flow layouts do in languages that are written so.
  private final class MirroredLayout: UICollectionViewFlowLayout {
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      let attributes = super.layoutAttributesForItem(at: indexPath)
      if let frame = attributes?.frame { attributes?.frame.origin.x = collectionViewContentSize.width - frame.maxX }
      return attributes
    }
  }

  @Test func pagesMayRunFromRightToLeft() throws {
    let layout = MirroredLayout()
    layout.scrollDirection = .horizontal
    layout.minimumLineSpacing = 0
    var problems: [GridDriverProblem] = []
    var told: [(offset: MilliPoints, target: MilliPoints?)] = []
    let app = try PhotoScreen(
      [(0..<40).map { "photo \($0)" }], layout: layout, item: CGSize(width: 300, height: 400),
      onProblem: { problems.append($0) },
      prepare: { driver in
        driver.onEvent = { _, event, _ in
          if case .scrolled(let offset, _, let target) = event { told.append((offset, target)) }
        }
      })
    app.view.contentInset = UIEdgeInsets(top: 0, left: 40, bottom: 0, right: 30)
    app.view.contentSize.width = 12_000
    app.view.contentOffset.x = 11_700 + 30
    app.load()
    #expect(problems.isEmpty && app.isComplete && app.shown.keys.contains("photo 0"))
    #expect(told.last?.offset == .zero)
    let grid = app.grid.driver.layout
    #expect(grid.insetTop == .points(30) && grid.insetBottom == .points(40))
    Rehearsal.drag(app.view, to: 11_600)
    Rehearsal.lift(app.view, target: 11_400)
    Rehearsal.scroll(app.view, to: 11_500)
    #expect(told.last?.offset == .points(30 + 200) && told.last?.target == .points(30 + 300))
    Rehearsal.scroll(app.view, to: 11_400)
    app.source.answer()
    #expect(app.shown == ["photo 1": "photo 1"])
    Rehearsal.stop(app.view)
    app.grid.willScroll(to: CGPoint(x: 10_500, y: 0))
    Rehearsal.scroll(app.view, to: 11_390)
    #expect(told.last?.target == .points(30 + 1200))
  }
}
