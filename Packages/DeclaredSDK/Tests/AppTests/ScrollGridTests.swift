import GridDriver
import Observation
import Strategies
import SwiftUI
import Testing
import UIKit

@testable import GridViews

@MainActor
@Suite(.serialized) struct ScrollGridTests {
  private typealias Source = PhotoScreen.Source
  private let source = Source(thumbnailSize: nil)
  private let clock = HandClock()

  init() { source.names = (0..<300).map { "photo \($0)" } }

  private func grid(count: Int = 300) throws -> ScrollGrid<Source> {
    ScrollGrid(try StrategySpec("budget-priority"), source: source, count: count, clock: { [clock] in clock.now }) {
      GridShape(columns: 3, sharing: $0.width)
    }
  }

  private func geometry(_ offset: Double, width: Double = 300, inset: Double = 50) -> ScrollGrid<Source>.Geometry {
    ScrollGrid.Geometry(
      contentOffset: offset, window: GridWindow(width: width, height: 400, scale: 2, insetTop: inset))
  }

  @Test func cellsObserveTheirImages() throws {
    let grid = try grid()
    let cells = (0..<2).map { _ in GridCell<String>() }
    for (place, cell) in cells.enumerated() { grid.show(place, in: cell) }
    #expect(grid.driver == nil)
    grid.geometryChanged(to: geometry(-50))
    #expect(
      source.open.map(\.request.targetSize) == [PixelSize(width: 200, height: 200), PixelSize(width: 200, height: 200)])
    nonisolated(unsafe) var isNotified = false
    withObservationTracking {
      _ = cells[0].image
    } onChange: {
      unsafe isNotified = true
    }
    source.answer()
    #expect(unsafe isNotified)
    #expect(cells.map { $0.image } == ["photo 0", "photo 1"])
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
    let cell = GridCell<String>()
    grid.show(3, in: cell)
    #expect(cell.image == "photo 3")
    let before = Array(source.names.prefix(9))
    source.names = ["new"] + before
    grid.update(GridChanges(from: before, to: source.names))
    #expect(cell.place == 4 && cell.image == "photo 3")
    source.names.removeAll { $0 == "photo 3" }
    grid.update(GridChanges(countBefore: 10, removed: [4]))
    #expect(cell.image == "photo 3", "a cell whose photo is gone keeps its image until it leaves")
    grid.hide(cell)
    #expect(cell.image == nil)
  }

  @Test func anotherAlbumOfAsManyPhotosIsFound() throws {
    let grid = try grid(count: 9)
    grid.geometryChanged(to: geometry(-50))
    source.answer()
    let cell = GridCell<String>()
    grid.show(3, in: cell)
    source.names = (0..<9).map { "other \($0)" }
    grid.show(3, in: cell)
    #expect(cell.image == nil)
    source.answer()
    #expect(cell.image == "other 3")
  }

  @Test func changesOfAnotherGridAreAReload() throws {
    let grid = try grid(count: 9)
    grid.update(GridChanges(countBefore: 3, inserted: [3, 4]))
    grid.geometryChanged(to: geometry(-50))
    source.answer()
    #expect(grid.driver?.layout.count == 5)
    grid.update(GridChanges(countBefore: 3, inserted: [3]))
    source.answer()
    #expect(grid.driver?.layout.count == 4 && grid.driver?.image(at: 3) == "photo 3")
  }

  @Test func aScaleThatChangesLaterIsSeen() throws {
    let grid = try grid()
    grid.geometryChanged(to: geometry(-50))
    source.answer()
    grid.scaleChanged(to: 3)
    #expect(source.open.first?.request.targetSize == PixelSize(width: 300, height: 300))
  }

  @Test func anotherShapeAndWidthAreLayouts() throws {
    let grid = try grid()
    grid.geometryChanged(to: geometry(-50))
    source.answer()
    grid.shapeChanged { GridShape(columns: 5, sharing: $0.width) }
    #expect(source.open.first?.request.targetSize == PixelSize(width: 120, height: 120))
    grid.geometryChanged(to: geometry(-50, width: 600))
    source.answer()
    #expect(grid.driver?.image(at: 0) == "photo 0")
    grid.stop()
    grid.geometryChanged(to: geometry(0))
    #expect(grid.driver == nil)
  }

  /// A library whose photos lie by days, which the shape asks for.
  private final class Days {
    var counts: [Int]
    init(_ counts: [Int]) { self.counts = counts }
  }

  private func grid(_ days: Days, onProblem: @escaping (GridDriverProblem) -> Void) throws -> ScrollGrid<Source> {
    ScrollGrid(
      try StrategySpec("none"), source: source, count: days.counts.reduce(0, +), clock: { [clock] in clock.now },
      prepare: { $0.onProblem = onProblem }
    ) { window in
      let sections = days.counts.map { GridShape.Section(count: $0, header: 44) }
      return GridShape(columns: 3, sharing: window.width).sections(sections)
    }
  }

  @Test func sectionsLieUnderTheirHeaders() throws {
    let days = Days([4, 0, 1, 30])
    let grid = try grid(days) { Issue.record("\($0)") }
    grid.geometryChanged(to: geometry(-50))
    let layout = try #require(grid.driver?.layout)
    #expect(layout.sections.map { $0.count } == [4, 0, 1, 30] && layout.insetTop == .points(50))
    // 44, two rows, 44, 44, one row, 44.
    #expect(layout.frame(of: 5).rows.minY == .points(50 + 44 * 4 + 300))
    #expect(layout.contentHeight == .points(50 + 44 * 4 + 300 + 1000))
    source.answer()
    // 350 points: two rows, and the one below two headers.
    #expect(grid.driver?.image(at: 4) == "photo 4" && grid.driver?.image(at: 5) == nil)
    let cell = GridCell<String>()
    grid.show(3, in: cell)
    // A photo comes in a day of its own.
    source.names.insert("new", at: 0)
    days.counts = [1, 4, 0, 1, 30]
    grid.update(GridChanges(countBefore: 35, inserted: [0]))
    #expect(grid.driver?.layout.sections.map { $0.count } == [1, 4, 0, 1, 30])
    #expect(cell.place == 4 && cell.image == "photo 3")
    let section = GridShape.Section(count: 36, header: 20, top: 2)
    grid.shapeChanged { GridShape(columns: 5, sharing: $0.width).sections([section]) }
    #expect(grid.driver?.layout.frame(of: 0).rows.minY == .points(50 + 22))
  }

  @Test func sectionsThatDoNotCountThePhotosAreRefused() throws {
    var problems: [GridDriverProblem] = []
    let days = Days([4, 5])
    let grid = try grid(days) { problems.append($0) }
    days.counts = [4, 4]
    grid.geometryChanged(to: geometry(-50))
    grid.geometryChanged(to: geometry(-50, width: 600))
    #expect(problems.count == 1)
    #expect("\(problems[0])" == "the sections have 8 cells together and the grid has 9 photos: tell both at once")
    #expect(grid.driver?.layout.sections.map { $0.count } == [4, 5])
    days.counts = [4, 4, 1]
    grid.geometryChanged(to: geometry(-50))
    #expect(problems.count == 1 && grid.driver?.layout.sectionCount == 3)
  }

  @Test func anOracleIsAnError() throws {
    let grid = ScrollGrid(try StrategySpec("clairvoyant"), source: source, count: 9) { _ in
      GridShape(columns: 3, sharing: 300)
    }
    grid.geometryChanged(to: geometry(0))
    #expect(grid.driver == nil && grid.error == .oracle("clairvoyant"))
  }

  @Test(arguments: [0, 3]) func photosMayComeBeforeTheGeometry(_ count: Int) throws {
    let grid = ScrollGrid(try StrategySpec("none"), source: source, count: count, clock: { [clock] in clock.now }) {
      GridShape(columns: 3, sharing: $0.width)
    }
    if count == 0 { grid.update(GridChanges(countBefore: 0, inserted: 0..<3)) }
    grid.update(GridChanges(countBefore: 3, removed: [2]))
    grid.geometryChanged(to: geometry(-50))
    #expect(grid.driver?.layout.count == 2)
  }

  @MainActor
  private final class Screen {
    let grid: ScrollGrid<Source>
    /// By place, the image that its view was given last.
    var shown: [Int: String] = [:]
    private(set) var told: [StrategyKit.ScrollPhase?] = []
    private var made: Stage?
    var stage: Stage { made ?? { preconditionFailure("it is made with the screen") }() }

    init(_ source: Source, _ clock: HandClock) throws {
      var hear: (GridDriverEvent) -> Void = { _ in }
      grid = ScrollGrid(
        try StrategySpec("budget-priority"), source: source, count: 300, clock: { clock.now },
        prepare: { $0.onEvent = { _, event, _ in hear(event) } }
      ) { GridShape(columns: 3, sharing: $0.width) }
      hear = { [unowned self] event in
        if case .scrolled(_, let phase, _) = event { told.append(phase) }
      }
      made = Stage(
        ScrollView {
          LazyVGrid(columns: [GridItem()]) {
            ForEach(0..<12) { place in
              GridImage(self.grid, place: place) { [unowned self] image in
                let _ = self.shown[place] = image
                if let image { Text(image) } else { Color.gray }
              }
            }
          }
        }.follows(grid))
    }

    func scroll(_ offset: Double) {
      stage.scroll(
        ScrollGeometry(
          contentOffset: CGPoint(x: 0, y: offset), contentSize: CGSize(width: 300, height: 10_000),
          contentInsets: EdgeInsets(top: 50, leading: 0, bottom: 0, trailing: 0),
          containerSize: CGSize(width: 300, height: 400)))
    }

    func images() -> [String?] {
      stage.update()
      return (0..<12).map { shown[$0] }
    }

    func warn() {
      NotificationCenter.default.post(name: UIApplication.didReceiveMemoryWarningNotification, object: nil)
    }
  }

  @Test func viewsOfSwiftUIShowTheirImages() throws {
    let screen = try Screen(source, clock)
    screen.scroll(-50)
    #expect(screen.images().allSatisfy { $0 == nil })
    source.answer()
    #expect(screen.images() == (0..<12).map { "photo \($0)" })
    // One comes at the front: views of fixed places show their places anew.
    source.names.insert("new", at: 0)
    screen.grid.update(GridChanges(countBefore: 300, inserted: [0]))
    #expect(screen.images() == [nil] + (0..<11).map { "photo \($0)" })
    source.answer()
    #expect(screen.images() == ["new"] + (0..<11).map { "photo \($0)" })
    screen.stage.leave()
    #expect(screen.images().allSatisfy { $0 == nil })
  }

  @Test func theDriverHearsThePhasesOfSwiftUI() throws {
    let screen = try Screen(source, clock)
    screen.scroll(-50)
    for (index, phase) in [SwiftUI.ScrollPhase.tracking, .interacting, .decelerating, .animating].enumerated() {
      screen.stage.enter(phase)
      screen.scroll(Double(index))
    }
    screen.stage.enter(.idle)
    #expect(screen.told == [.still, .tracking, .dragging, .decelerating, .animated, .still])
    screen.scroll(3000)
    source.answer()
    #expect(screen.grid.driver?.image(at: 93) == "photo 93")
  }

  /// A detail screen that covers the grid needs the memory.
  @Test func aGridThatIsCoveredHearsTheSystem() throws {
    let screen = try Screen(source, clock)
    screen.scroll(-50)
    source.answer()
    screen.scroll(3000)
    source.answer()
    screen.stage.leave()
    let driver = try #require(screen.grid.driver)
    let held = driver.liveBytes
    screen.warn()
    #expect(driver.liveBytes < held)
    var warnings = 0
    driver.onEvent = { _, event, _ in
      if case .memoryWarning = event { warnings += 1 }
    }
    screen.warn()
    #expect(warnings == 1)
    screen.grid.stop()
    screen.warn()
    #expect(warnings == 1 && driver.liveBytes == .zero)
  }
}
