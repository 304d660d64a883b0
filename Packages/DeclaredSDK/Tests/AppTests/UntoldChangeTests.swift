import GridDriver
import Strategies
import Testing
import UIKit

@testable import GridViews

/// Changes of a collection view without a call of its grid, and calls for another grid.
@MainActor
@Suite(.serialized) struct UntoldChangeTests {
  @Test func photosThatWentUntoldAreAskedForNoMore() throws {
    let app = try PhotoScreen(count: 60)
    app.load()
    app.names = ["photo 0", "photo 1"]
    app.reload()
    #expect(app.grid.driver.layout.count == 2)
    #expect(app.isCompleteOnceAnswered())
    // No cell comes on screen to tell it.
    app.names = []
    app.reload()
    app.grid.layoutChanged()
    #expect(app.grid.driver.layout.count == 0 && app.grid.driver.liveBytes == .zero)
  }

  @Test func anotherAlbumOfAsManyPhotosIsFound() throws {
    let app = try PhotoScreen(count: 60)
    app.load()
    Rehearsal.scroll(app.view, to: 200)
    app.source.answer()
    let bytes = app.grid.driver.liveBytes
    // The same photos again are no change.
    app.reload()
    #expect(app.isComplete && app.source.open.isEmpty && app.grid.driver.liveBytes == bytes)
    app.names = (0..<60).map { "other \($0)" }
    app.reload()
    #expect(app.isRight)
    #expect(app.isCompleteOnceAnswered())
  }

  /// The app's own delegate, which gets no other calls.
  private final class OtherDelegate: NSObject, UICollectionViewDelegate {
    var heard = 0
    weak var next: (any UICollectionViewDelegate)?
    func scrollViewDidScroll(_ scrollView: UIScrollView) {
      heard += 1
      next?.scrollViewDidScroll(scrollView)
    }
    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) { next?.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath) }
    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell, forItemAt indexPath: IndexPath
    ) { next?.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath) }
  }

  @Test(arguments: [true, false]) func aDelegateThatIsSetLaterHearsTheGridToo(_ isThere: Bool) throws {
    let app = try PhotoScreen(count: 300)
    app.load()
    let other = OtherDelegate()
    app.view.delegate = isThere ? other : nil
    // Cells are used again unheard.
    Rehearsal.scroll(app.view, to: 900)
    app.grid.layoutChanged()
    #expect(app.isRight)
    #expect(app.isCompleteOnceAnswered())
    let heard = other.heard
    Rehearsal.scroll(app.view, to: 1800)
    #expect(app.isCompleteOnceAnswered() && other.heard == (isThere ? heard + 1 : 0))
    app.grid.stop()
    #expect(app.view.delegate === (isThere ? other : nil))
  }

  @Test func aDelegateThatPassesCallsOnStays() throws {
    let app = try PhotoScreen(count: 300)
    app.view.layoutIfNeeded()
    let other = OtherDelegate()
    other.next = app.view.delegate
    app.view.delegate = other
    app.grid.layoutChanged()
    app.grid.layoutChanged()
    #expect(app.view.delegate === other && other.heard == 1)
    Rehearsal.scroll(app.view, to: 900)
    #expect(app.isCompleteOnceAnswered() && app.view.delegate === other)
  }

  @Test func aScaleThatChangesLaterIsSeen() throws {
    Rehearsal.displayScale = 1
    defer { Rehearsal.displayScale = 2 }
    let app = try PhotoScreen(count: 60)
    app.load()
    #expect(app.source.asked.allSatisfy { $0.size == PixelSize(width: 100, height: 100) })
    app.source.asked = []
    // The view comes into a window.
    Rehearsal.displayScale = 3
    app.grid.layoutChanged()
    app.source.answer()
    #expect(!app.source.asked.isEmpty && app.isComplete)
    #expect(app.source.asked.allSatisfy { $0.size == PixelSize(width: 300, height: 300) })
  }

  /// Within the batch, as UIKit asks for: the view may not have asked for its counts since a reload.
  @Test func photosMayComeWithTheBatchThatShowsThem() throws {
    let app = try PhotoScreen(count: 60)
    app.load()
    app.view.reloadData()
    app.grid.update(GridChanges(countBefore: 60, inserted: [0])) {
      app.view.performBatchUpdates {
        app.names.insert("new", at: 0)
        app.view.insertItems(at: [IndexPath(item: 0, section: 0)])
      }
    }
    #expect(app.isRight)
    #expect(app.isCompleteOnceAnswered() && app.source.asked.contains { $0.name == "new" })
  }

  @Test func changesOfAnotherGridAreAReload() throws {
    let app = try PhotoScreen(count: 60)
    app.load()
    app.grid.update(GridChanges(countBefore: 12, inserted: [0])) {
      app.names = (0..<13).map { "other \($0)" }
      app.reload()
    }
    #expect(app.isCompleteOnceAnswered() && app.grid.driver.layout.count == 13)
  }
}
