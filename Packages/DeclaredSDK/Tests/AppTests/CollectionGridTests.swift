import GridDriver
import QuartzCore
import Strategies
import Testing
import UIKit

@testable import GridViews

@MainActor
@Suite(.serialized) struct CollectionGridTests {
  @Test func cellsShowTheirImages() throws {
    let app = try PhotoScreen(count: 300)
    #expect(app.source.open.isEmpty)
    app.view.layoutIfNeeded()
    #expect(app.source.places == [0, 1])
    app.source.answer()
    #expect(app.shown.count == 12)
    #expect(app.isComplete)
  }

  @Test func theDriverIsPreparedBeforeItsFirstFrame() throws {
    let app = try PhotoScreen(count: 300)
    app.view.layoutIfNeeded()
    app.grid.stop()
    app.source.places = []
    var counters: GridCounters?
    let grid = try CollectionGrid(
      app.view, try StrategySpec("none"), source: app.source, prepare: { counters = $0.counters }
    ) { _, _ in }
    #expect(counters == GridCounters() && app.source.places == [0, 1])
    grid.stop()
  }

  @Test func aViewWithoutASizeAsksForNothing() throws {
    let app = try PhotoScreen(count: 300, size: .zero)
    app.view.layoutIfNeeded()
    app.grid.layoutChanged()
    app.view.contentOffset.y = 0
    #expect(app.source.places.isEmpty)
    Rehearsal.resize(app.view, to: CGSize(width: 300, height: 400))
    #expect(app.source.places == [0, 1])
    app.source.answer()
    #expect(app.isComplete)
  }

  @Test func cellsThatAreUsedAgainShowTheirOwnPhotoOrNone() throws {
    let app = try PhotoScreen(count: 300)
    app.view.layoutIfNeeded()
    for offset in stride(from: 0, through: 5000, by: 170) {
      Rehearsal.drag(app.view, to: CGFloat(offset))
      #expect(app.isRight)
      if offset % 340 == 0 { app.source.answer() }
      #expect(app.isRight)
    }
    app.source.answer()
    #expect(app.isComplete)
  }

  @Test func aCellThatLeavesGivesItsImageBack() throws {
    let app = try PhotoScreen(count: 300)
    app.view.layoutIfNeeded()
    app.source.answer()
    let cell = try #require(app.view.cellForItem(at: IndexPath(item: 0, section: 0)) as? PhotoScreen.Cell)
    #expect(cell.name == "photo 0")
    // All cells leave, and the grid below has none that could take them.
    Rehearsal.scroll(app.view, to: 20_000)
    #expect(cell.name == nil)
  }

  /// A photo of before moves, and another is shown by a cell of its own, as after `reloadItems`.
  @Test func aCellThatIsMadeAnewShowsTheOldImageUntilTheNewOneIsThere() throws {
    let app = try PhotoScreen(count: 60)
    app.view.layoutIfNeeded()
    app.source.answer()
    let before = app.names
    app.names.swapAt(2, 7)
    app.names[4] = "edited"
    let changes = GridChanges(countBefore: 60, moved: [(from: 2, to: 7), (from: 7, to: 2)], edited: [4])
    let places = [2, 4, 7].map { IndexPath(item: $0, section: 0) }
    app.grid.update(changes) {
      app.view.performBatchUpdates {
        app.view.deleteItems(at: places)
        app.view.insertItems(at: places)
      }
    }
    let cells = app.view.indexPathsForVisibleItems.map { (app.view.cellForItem(at: $0) as? PhotoScreen.Cell)?.name }
    #expect(cells == [0, 1, 7, 3, 4, 5, 6, 2, 8, 9, 10, 11].map { before[$0] })
    #expect(Set(app.source.open.map(\.name)).isSubset(of: ["edited", "photo 2", "photo 7"]))
    app.source.answer()
    #expect(app.isComplete)
  }

  @Test func cellsShowThumbnailsUntilTheirImagesAreThere() throws {
    let app = try PhotoScreen(count: 60, thumbnailSize: PhotoSize.cameraThumbnail)
    app.view.layoutIfNeeded()
    #expect(app.source.places == Array(0..<12) + [0, 1])
    app.source.answerSmall()
    #expect(app.shown.count == 12 && app.shown.allSatisfy { $0.value == "small \($0.key)" })
    app.source.answer()
    #expect(app.isComplete)
    // The edited photo's image gives way to no thumbnail.
    let before = app.names
    app.names[4] = "edited"
    app.grid.update(GridChanges(from: before, to: before, edited: ["photo 4"])) {}
    #expect(app.source.open.contains { $0.request.tier == .coarse && $0.name == "edited" })
    app.source.answerSmall()
    let cell = app.view.cellForItem(at: IndexPath(item: 4, section: 0)) as? PhotoScreen.Cell
    #expect(cell?.name == "photo 4")
    app.source.answer()
    #expect(cell?.name == "edited" && app.isComplete)
    // A cell that comes on screen shows its own photo's.
    Rehearsal.scroll(app.view, to: 1600)
    app.source.answerSmall()
    #expect(app.shown.allSatisfy { $0.value == $0.key || $0.value == "small \($0.key)" })
  }

  @Test func theDelegateBeforeHearsEverything() throws {
    let app = try PhotoScreen(count: 300)
    app.view.layoutIfNeeded()
    app.told = []
    Rehearsal.drag(app.view, to: 100)
    app.target = 900
    #expect(Rehearsal.lift(app.view, target: 700) == 900)
    Rehearsal.stop(app.view)
    #expect(app.told == ["drag", "scroll", "show 12", "show 13", "show 14", "rest"])
    #expect(!Rehearsal.tapStatusBar(app.view))
    app.grid.stop()
    #expect(app.view.delegate === app)
    #expect(app.grid.driver.liveBytes == .zero)
  }

  @Test func aTargetThatTheDelegateChoosesIsTold() throws {
    let told = ToldDriver()
    let app = try PhotoScreen(count: 300)
    app.view.layoutIfNeeded()
    let layout = try #require(GridLayout(of: app.view))
    #expect(layout.columns == 3 && layout.count == 300 && layout.targetSize == PixelSize(width: 200, height: 200))
    let feed = CollectionFeed(app.view, driver: told, layout: layout)
    app.target = 900
    Rehearsal.drag(app.view, to: 100)
    Rehearsal.lift(app.view, target: 700)
    _ = told.told()
    Rehearsal.scroll(app.view, to: 200)
    #expect(told.told() == [.frame(.points(200), .decelerating, target: .points(900))])
    Rehearsal.stop(app.view)
    #expect(told.told() == [.frame(.points(200), .still, target: nil)])
    feed.stop()
  }

  @Test func aRotationInAFlingIsALayout() throws {
    let app = try PhotoScreen(count: 300)
    app.view.layoutIfNeeded()
    app.source.answer()
    Rehearsal.drag(app.view, to: 500)
    Rehearsal.lift(app.view, target: 2000)
    Rehearsal.scroll(app.view, to: 700)
    Rehearsal.resize(app.view, to: CGSize(width: 500, height: 300))
    app.grid.layoutChanged()
    Rehearsal.scroll(app.view, to: 800)
    app.source.answer()
    #expect(app.shown.count == 15 && app.isComplete)
    #expect(app.isRight)
  }

  @Test func barsThatShrinkAtRestCostNothing() throws {
    let app = try PhotoScreen(count: 300, strategy: "preheat2x")
    app.view.contentInset.top = 50
    app.view.layoutIfNeeded()
    app.source.answer()
    let counters = app.grid.driver.counters
    app.view.contentInset.top = 20
    app.grid.layoutChanged()
    #expect(app.source.open.isEmpty && app.isComplete && app.grid.driver.counters == counters)
  }

  @Test func photosComeGoAndMoveInABatch() throws {
    let app = try PhotoScreen(count: 60)
    app.view.layoutIfNeeded()
    app.source.answer()
    let before = app.names
    app.names.remove(at: 4)
    app.names.insert("new", at: 0)
    let moved = app.names.remove(at: 9)
    app.names.insert(moved, at: 2)
    let from = try #require(before.firstIndex(of: moved))
    app.grid.update(GridChanges(from: before, to: app.names)) {
      app.view.performBatchUpdates {
        app.view.deleteItems(at: [IndexPath(item: 4, section: 0)])
        app.view.insertItems(at: [IndexPath(item: 0, section: 0)])
        app.view.moveItem(at: IndexPath(item: from, section: 0), to: IndexPath(item: 2, section: 0))
      }
    }
    #expect(app.isRight)
    #expect(app.shown.values.count { $0 == nil } <= 3, "cells of photos that stay keep their images")
    app.source.answer()
    #expect(app.isComplete)
  }

  @Test func aScrollWithinAnUpdateIsToldWhenItIsOver() throws {
    let told = ToldDriver()
    let app = try PhotoScreen(count: 60)
    app.view.layoutIfNeeded()
    let layout = try #require(GridLayout(of: app.view))
    let feed = CollectionFeed(app.view, driver: told, layout: layout)
    feed.layoutChanged()
    _ = told.told()
    app.names.insert(contentsOf: ["a", "b", "c"], at: 0)
    feed.update(GridChanges(countBefore: 60, inserted: 0..<3)) {
      // What keeps the photos on screen where they are.
      app.view.contentOffset.y = 100
      app.view.performBatchUpdates {
        app.view.insertItems(at: (0..<3).map { IndexPath(item: $0, section: 0) })
      }
    }
    var more = layout
    more.resize(to: 63)
    #expect(
      told.told() == [
        .content(removed: [], inserted: [0..<3], more), .frame(.points(100), .still, target: nil),
      ])
    feed.stop()
  }

  @Test func aDiffableDataSourceIsFollowed() throws {
    let app = try PhotoScreen(count: 0)
    let source = UICollectionViewDiffableDataSource<Int, String>(collectionView: app.view) { view, path, _ in
      view.dequeueReusableCell(withReuseIdentifier: "cell", for: path)
    }
    func show(_ names: [String]) {
      let before = source.snapshot().itemIdentifiers
      app.names = names
      var snapshot = NSDiffableDataSourceSnapshot<Int, String>()
      snapshot.appendSections([0])
      snapshot.appendItems(names)
      app.grid.update(GridChanges(from: before, to: names)) { source.apply(snapshot) }
    }
    app.view.layoutIfNeeded()
    #expect(app.source.places.isEmpty)
    show((0..<30).map { "photo \($0)" })
    #expect(app.shown.count == 12)
    app.source.answer()
    #expect(app.isComplete)
    show(["photo 7", "a", "photo 0", "photo 1", "b"])
    #expect(app.isRight && app.shown.count == 5)
    app.source.answer()
    #expect(app.isComplete)
    show([])
    #expect(app.shown.isEmpty && app.grid.driver.liveBytes == .zero)
    show(["c"])
    app.source.answer()
    #expect(app.isComplete)
  }

  @Test func aReloadShowsOtherPhotos() throws {
    let app = try PhotoScreen(count: 60)
    app.view.layoutIfNeeded()
    app.source.answer()
    app.names = (0..<20).map { "other \($0)" }
    let bottom = app.grid.driver.layout.insetBottom
    app.grid.reloadData(count: 20)
    #expect(app.isRight && app.grid.driver.layout.insetBottom == bottom)
    app.source.answer()
    #expect(app.isComplete)
  }

  @Test func theSystemsNotificationsReachTheDriver() throws {
    let told = ToldDriver()
    let app = try PhotoScreen(count: 60)
    app.view.layoutIfNeeded()
    var feed: CollectionFeed? = CollectionFeed(app.view, driver: told, layout: try #require(GridLayout(of: app.view)))
    _ = told.told()
    NotificationCenter.default.post(name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
    NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
    #expect(told.told() == [.warning, .warning])
    NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
    let back = told.told()
    #expect(back.count == 2 && back.first == .foreground)
    feed?.stop()
    feed = nil
    NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
    #expect(told.told() == [])
  }

  @Test func nothingIsKeptWhenTheScreenGoes() throws {
    weak var grid: CollectionGrid<PhotoScreen.Source>?
    weak var source: PhotoScreen.Source?
    do {
      let app = try PhotoScreen(count: 60)
      app.view.layoutIfNeeded()
      (grid, source) = (app.grid, app.source)
    }
    #expect(grid == nil && source == nil)
  }
}
