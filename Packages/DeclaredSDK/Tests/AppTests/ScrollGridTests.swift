import GridDriver
import Observation
import Strategies
import SwiftUI
import Testing
import UIKit

@testable import GridViews

/// Makes images of the names that an app has, when a test says so.
private final class NamedSource: ImageSource {
  var names: [String]
  var open: [(request: ImageRequest<UIImage>, name: String)] = []

  init(_ names: [String]) { self.names = names }
  func begin(_ request: ImageRequest<UIImage>) { open.append((request, names[request.place])) }
  func cancel(_ request: ImageRequest<UIImage>) { open.removeAll { $0.request === request } }
  func answer() {
    while let (request, name) = open.popLast() {
      request.answer(.image(UIImage(rehearsed: name, width: 10, height: 10), bytes: 400))
    }
  }
}

@MainActor
@Suite(.serialized) struct ScrollGridTests {
  private let source = NamedSource((0..<300).map { "photo \($0)" })
  private let clock = HandClock()

  private func grid(count: Int = 300) throws -> ScrollGrid<NamedSource> {
    ScrollGrid(try StrategySpec("budget-priority"), source: source, count: count, clock: { [clock] in clock.now }) {
      GridShape(columns: 3, sharing: $0.width)
    }
  }

  private func geometry(_ offset: Double, width: Double = 300, inset: Double = 50) -> ScrollGrid<NamedSource>.Geometry {
    ScrollGrid.Geometry(
      contentOffset: offset, window: GridWindow(width: width, height: 400, scale: 2, insetTop: inset))
  }

  @Test func cellsObserveTheirImages() throws {
    let grid = try grid()
    let cells = (0..<2).map { _ in GridCell<UIImage>() }
    for (place, cell) in cells.enumerated() { grid.show(place, in: cell) }
    #expect(grid.driver == nil)
    grid.geometryChanged(to: geometry(-50))
    #expect(
      source.open.map(\.request.targetSize) == [PixelSize(width: 200, height: 200), PixelSize(width: 200, height: 200)])
    nonisolated(unsafe) var isTold = false
    withObservationTracking {
      _ = cells[0].image
    } onChange: {
      unsafe isTold = true
    }
    source.answer()
    #expect(unsafe isTold)
    #expect(cells.map { $0.image?.name } == ["photo 0", "photo 1"])
    // A cell that shows another place does not get the old one's image.
    grid.show(200, in: cells[0])
    #expect(cells[0].image == nil)
    grid.hide(cells[1])
    #expect(cells[1].image == nil)
  }

  @Test func photosThatMoveTakeTheirCellsAlong() throws {
    let grid = try grid(count: 9)
    grid.geometryChanged(to: geometry(-50))
    source.answer()
    let cell = GridCell<UIImage>()
    grid.show(3, in: cell)
    #expect(cell.image?.name == "photo 3")
    let before = Array(source.names.prefix(9))
    source.names = ["new"] + before
    grid.update(GridChanges(from: before, to: source.names))
    #expect(cell.place == 4 && cell.image?.name == "photo 3")
    source.names.removeAll { $0 == "photo 3" }
    grid.update(GridChanges(countBefore: 10, removed: [4]))
    #expect(cell.image?.name == "photo 3", "a cell whose photo is gone keeps its image until it leaves")
    grid.hide(cell)
    #expect(cell.image == nil)
  }

  @Test func aViewOfAFixedPlaceShowsItsPlaceAnew() throws {
    let grid = try grid(count: 9)
    grid.geometryChanged(to: geometry(-50))
    source.answer()
    let cell = GridCell<UIImage>()
    grid.show(3, in: cell)
    source.names = ["new"] + source.names.prefix(9)
    grid.update(GridChanges(countBefore: 9, inserted: [0]))
    #expect(cell.place == 4 && cell.moves == 1)
    // What the view does when the number of moves has changed.
    grid.show(3, in: cell)
    #expect(cell.place == 3 && cell.image?.name == "photo 2")
    source.names.append("last")
    grid.update(GridChanges(countBefore: 10, inserted: [10]))
    #expect(cell.moves == 1, "a photo that stays at its place has not moved")
  }

  @Test func anotherShapeAndWidthAreLayouts() throws {
    let grid = try grid()
    grid.geometryChanged(to: geometry(-50))
    source.answer()
    grid.shapeChanged { GridShape(columns: 5, sharing: $0.width) }
    #expect(source.open.first?.request.targetSize == PixelSize(width: 120, height: 120))
    grid.geometryChanged(to: geometry(-50, width: 600))
    source.answer()
    #expect(grid.driver?.image(at: 0)?.name == "photo 0")
    grid.stop()
    grid.geometryChanged(to: geometry(0))
    #expect(grid.driver == nil)
  }

  @Test func theDriverIsPreparedBeforeItsFirstFrame() throws {
    var counters: GridCounters?
    let grid = ScrollGrid(
      try StrategySpec("none"), source: source, count: 9, clock: { [clock] in clock.now },
      prepare: { counters = $0.counters }
    ) { GridShape(columns: 3, sharing: $0.width) }
    grid.geometryChanged(to: geometry(-50))
    #expect(counters == GridCounters() && source.open.count == 2)
  }

  @Test func aYardstickIsAnError() throws {
    let grid = ScrollGrid(try StrategySpec("clairvoyant"), source: source, count: 9) { _ in
      GridShape(columns: 3, sharing: 300)
    }
    grid.geometryChanged(to: geometry(0))
    #expect(grid.driver == nil && grid.error == .yardstick("clairvoyant"))
  }

  @Test func aScrollViewOfSwiftUIIsFollowed() throws {
    let grid = try grid()
    let stage = Stage(
      ScrollView {
        LazyVGrid(columns: [GridItem()]) {
          ForEach(0..<12) { place in
            GridImage(grid, place: place) { image in
              if let image { Image(uiImage: image).resizable().scaledToFill() } else { Color.gray }
            }
          }
        }
      }.follows(grid))
    func scroll(_ offset: Double) {
      stage.scroll(
        ScrollGeometry(
          contentOffset: CGPoint(x: 0, y: offset), contentSize: CGSize(width: 300, height: 10_000),
          contentInsets: EdgeInsets(top: 50, leading: 0, bottom: 0, trailing: 0),
          containerSize: CGSize(width: 300, height: 400)))
    }
    scroll(-50)
    source.answer()
    #expect((0..<12).allSatisfy { grid.driver?.image(at: $0)?.name == "photo \($0)" })
    for phase in [SwiftUI.ScrollPhase.tracking, .interacting, .decelerating, .animating, .idle] { stage.enter(phase) }
    #expect(
      [SwiftUI.ScrollPhase.idle, .tracking, .interacting, .decelerating, .animating].map(\.forStrategies)
        == [.still, .tracking, .dragging, .decelerating, .animated])
    stage.enter(.interacting)
    scroll(3000)
    source.answer()
    #expect(grid.driver?.image(at: 93)?.name == "photo 93")
    let held = grid.driver?.liveBytes ?? .zero
    NotificationCenter.default.post(name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
    #expect((grid.driver?.liveBytes ?? .zero) < held)
    stage.leave()
  }
}
