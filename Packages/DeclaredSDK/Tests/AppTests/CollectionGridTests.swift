import GridDriver
import Strategies
import Testing
import UIKit

@testable import GridViews

@MainActor
@Suite(.serialized) struct CollectionGridTests {
  @Test func aViewWithoutASizeAsksForNothing() throws {
    let app = try PhotoScreen(count: 300, size: .zero)
    app.view.layoutIfNeeded()
    app.grid.layoutChanged()
    app.view.contentOffset.y = 0
    #expect(app.source.places.isEmpty)
    Rehearsal.resize(app.view, to: CGSize(width: 300, height: 400))
    #expect(app.source.places == [0, 1])
    #expect(app.isCompleteOnceAnswered())
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
    #expect(app.isCompleteOnceAnswered())
  }

  @Test func aCellThatLeavesGivesItsImageBack() throws {
    let app = try PhotoScreen(count: 300)
    app.load()
    let cell = try #require(app.view.cellForItem(at: IndexPath(item: 0, section: 0)) as? PhotoScreen.Cell)
    #expect(cell.name == "photo 0")
    // All cells leave, and the grid below has none that could take them.
    Rehearsal.scroll(app.view, to: 20_000)
    #expect(cell.name == nil)
  }

  /// A photo of before moves, and another is shown by a cell of its own, as after `reloadItems`.
  @Test func aCellThatIsMadeAnewShowsTheOldImageUntilTheNewOneIsThere() throws {
    let app = try PhotoScreen(count: 60)
    app.load()
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
    #expect(app.isCompleteOnceAnswered())
  }

  @Test func cellsShowThumbnailsUntilTheirImagesAreThere() throws {
    let app = try PhotoScreen(count: 60, thumbnailSize: PhotoSize.cameraThumbnail)
    app.view.layoutIfNeeded()
    #expect(app.source.places == Array(0..<12) + [0, 1])
    app.source.answerSmall()
    #expect(app.shown.count == 12 && app.shown.allSatisfy { $0.value == "small \($0.key)" })
    #expect(app.isCompleteOnceAnswered())
    // The edited photo's image gives way to no thumbnail.
    let before = app.names
    app.names[4] = "edited"
    app.grid.update(GridChanges(from: before, to: before, edited: ["photo 4"])) {}
    #expect(app.source.open.contains { $0.request.tier == .thumbnail && $0.name == "edited" })
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

  @Test func photosComeGoAndMoveInABatch() throws {
    let app = try PhotoScreen(count: 60)
    app.load()
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
    #expect(app.isCompleteOnceAnswered())
  }

  @Test func aScrollWithinAnUpdateIsToldWhenItIsOver() throws {
    let told = ToldDriver()
    let app = try PhotoScreen(count: 60)
    let feed = try app.feed(told)
    feed.layoutChanged()
    var more = feed.feed.layout
    more.resize(to: 63)
    _ = told.told()
    app.names.insert(contentsOf: ["a", "b", "c"], at: 0)
    feed.update(GridChanges(countBefore: 60, inserted: 0..<3)) {
      // Keeps the photos on screen in place.
      app.view.contentOffset.y = 100
      app.view.performBatchUpdates {
        app.view.insertItems(at: (0..<3).map { IndexPath(item: $0, section: 0) })
      }
    }
    #expect(
      told.told() == [
        .content(removed: [], inserted: [0..<3], more), .frame(.points(100), .still, target: nil),
      ])
    feed.stop()
  }

  @Test func theSystemsNotificationsReachTheDriver() throws {
    let told = ToldDriver()
    let app = try PhotoScreen(count: 60)
    var feed: CollectionFeed? = try app.feed(told)
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
