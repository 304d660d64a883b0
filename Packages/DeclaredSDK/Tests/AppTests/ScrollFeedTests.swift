import Foundation
import GridDriver
import Testing

@testable import GridViews

@Suite struct ScrollFeedTests {
  private let driver = ToldDriver()

  private func feed(count: Int32 = 300) -> ScrollFeed {
    ScrollFeed(driver, layout: .hundred(count: count, inset: 50), insetTop: 50)
  }

  @Test func theGridRestsAtZeroBelowABar() {
    let feed = feed()
    feed.scrolled(to: -50)
    feed.scrolled(to: -80)
    feed.scrolled(to: 20.5)
    #expect(
      driver.told() == [
        .frame(.zero, .still, target: nil), .frame(.points(-30), .still, target: nil),
        .frame(.points(70.5), .still, target: nil),
      ])
  }

  @Test func aFlingHasPhasesAndATarget() {
    let feed = feed()
    feed.scrolled(to: -50)
    feed.willBeginDragging()
    feed.scrolled(to: 0, isTracking: true, isDragging: true, isDecelerating: false)
    feed.willEndDragging(target: 950)
    // A phone says that it drags until it stops.
    feed.scrolled(to: 100, isTracking: false, isDragging: true, isDecelerating: true)
    feed.didStop()
    #expect(
      driver.told().dropFirst() == [
        .frame(.points(50), .dragging, target: nil), .frame(.points(150), .decelerating, target: .points(1000)),
        .frame(.points(150), .still, target: nil),
      ])
  }

  @Test func aLiftThatDoesNotCoastIsRest() {
    let feed = feed()
    feed.scrolled(to: 0)
    feed.willBeginDragging()
    feed.willEndDragging(target: 0)
    feed.didStop()
    #expect(driver.told().last == .frame(.points(50), .still, target: nil))
  }

  @Test func aFingerThatStopsAFlingIsTold() {
    let feed = feed()
    feed.willBeginDragging()
    feed.willEndDragging(target: 900)
    feed.scrolled(to: 100, isTracking: false, isDragging: true, isDecelerating: true)
    feed.scrolled(to: 110, isTracking: true, isDragging: false, isDecelerating: false)
    feed.scrolled(to: 120, isTracking: true, isDragging: true, isDecelerating: false)
    #expect(
      driver.told() == [
        .frame(.points(150), .decelerating, target: .points(950)), .frame(.points(160), .tracking, target: nil),
        .frame(.points(170), .dragging, target: nil),
      ])
  }

  @Test func aFlingPastTheEndStopsThere() {
    let feed = feed(count: 30)
    feed.willBeginDragging()
    feed.willEndDragging(target: 5000)
    #expect(feed.target == feed.layout.lastOffset)
    feed.willEndDragging(target: -300)
    #expect(feed.target == .zero)
  }

  @Test func aTapForTheTopIsAnimatedUnlessItIsThere() {
    let feed = feed()
    feed.scrolled(to: -50)
    feed.willScrollToTop()
    #expect(feed.phase == .still)
    feed.scrolled(to: 4000)
    feed.willScrollToTop()
    feed.scrolled(to: 3000)
    #expect(driver.told().last == .frame(.points(3050), .animated, target: .zero))
    feed.scrolled(to: -50)
    feed.didStop()
    #expect(driver.told().last == .frame(.zero, .still, target: nil))
  }

  @Test func aRotationInAFlingForgetsItsTarget() {
    let feed = feed()
    feed.willBeginDragging()
    feed.willEndDragging(target: 900)
    feed.scrolled(to: 100, isTracking: false, isDragging: false, isDecelerating: true)
    let wide = GridLayout.hundred(count: 300, columns: 5, inset: 20)
    _ = driver.told()
    feed.layoutChanged(to: wide, insetTop: 20, contentOffset: 60)
    feed.scrolled(to: 70, isTracking: false, isDragging: false, isDecelerating: true)
    #expect(
      driver.told() == [
        .layout(wide), .frame(.points(80), .decelerating, target: nil), .frame(.points(90), .decelerating, target: nil),
      ])
  }

  /// The rows in view are the same by the bar and the layout that the driver knows.
  @Test(arguments: [ScrollPhase.still, .dragging]) func barsThatShrinkAreNoLayout(_ phase: ScrollPhase) {
    let feed = feed()
    feed.scrolled(to: -50)
    feed.phaseChanged(to: phase)
    _ = driver.told()
    feed.layoutChanged(to: .hundred(count: 300, inset: 30), insetTop: 30, contentOffset: 0)
    #expect(driver.told() == [])
    feed.scrolled(to: 10)
    #expect(driver.told() == [.frame(.points(60), phase, target: nil)])
    // At rest at the top, now below a bar of 30 points.
    feed.scrolled(to: -30)
    feed.willScrollToTop()
    #expect(driver.told() == [.frame(.points(20), phase, target: nil)] && feed.phase == phase)
  }

  @Test func aScrollStopsBetweenTheBarsOfNow() {
    let feed = feed(count: 30)
    feed.scrolled(to: -50)
    // 1,000 points of cells in a window of 400: the last offset is 620 with a bar of 20 points at the bottom.
    var other = GridLayout.hundred(count: 30, inset: 30)
    other.insetBottom = .points(20)
    feed.layoutChanged(to: other, insetTop: 30, contentOffset: -30)
    feed.willEndDragging(target: 5000)
    #expect(feed.target == .points(620 + 50))
    feed.willEndDragging(target: -300)
    #expect(feed.target == .points(-30 + 50))
  }

  /// Cells that have moved within the content are a layout, as is all before the first frame.
  @Test func otherInsetsOfTheContentAreALayout() {
    let feed = feed()
    let lower = GridLayout.hundred(count: 300, inset: 60)
    feed.layoutChanged(to: lower, insetTop: 60, contentOffset: -60)
    #expect(driver.told() == [.layout(lower), .frame(.zero, .still, target: nil)])
    let section = GridLayout.hundred(count: 300, inset: 90)
    feed.layoutChanged(to: section, insetTop: 60, contentOffset: -60)
    #expect(driver.told() == [.layout(section), .frame(.zero, .still, target: nil)])
  }

  @Test func aLayoutThatIsInForceIsToldOnce() {
    let feed = feed()
    feed.layoutChanged(to: feed.layout, insetTop: 50, contentOffset: -50)
    feed.layoutChanged(to: feed.layout, insetTop: 50, contentOffset: -50)
    #expect(driver.told() == [.frame(.zero, .still, target: nil)])
  }

  @Test func contentThatChangesIsToldBeforeItsFrame() {
    let feed = feed(count: 9)
    feed.scrolled(to: -50)
    feed.willScroll(to: 100)
    _ = driver.told()
    feed.contentChanged(GridChanges(countBefore: 9, removed: [2], inserted: [0, 1]))
    feed.frame()
    #expect(
      driver.told() == [
        .content(removed: [2..<3], inserted: [0..<2], .hundred(count: 10, inset: 50)),
        .frame(.zero, .animated, target: nil),
      ])
  }
}

@Suite struct GridShapeTests {
  private let window = GridWindow(width: 310, height: 400, scale: 2)

  private func layout(_ counts: Int..., height: Double, rightToLeft: Bool = false) throws -> GridLayout? {
    try GridLayout(counts: counts, window: window, length: height) { _, item in
      let column = rightToLeft ? 2 - item % 3 : item % 3
      return CGRect(x: Double(column) * 102, y: 10 + Double(item / 3) * 104, width: 100, height: 101)
    }
  }

  @Test(arguments: [false, true]) func theLayoutIsReadOffTheCells(_ rightToLeft: Bool) throws {
    let shape = GridShape(
      columns: 3, cellWidth: 100, cellHeight: 101, spacingX: 2, spacingY: 3, top: 10, bottom: 440 - 322 - 101)
    #expect(
      try layout(10, height: 440, rightToLeft: rightToLeft) == GridLayout(count: 10, shape: shape, window: window))
  }

  @Test func oneRowAndOneCellHaveALayout() throws {
    #expect(try layout(2, height: 111)?.columns == 2)
    #expect(try layout(1, height: 111)?.columns == 1)
    #expect(try layout(0, height: 0) == nil && layout(height: 0) == nil)
    #expect(try GridLayout(counts: [3], window: window, length: 0) { _, _ in nil } == nil)
  }

  @Test func columnsShareAWidth() {
    let shape = GridShape(columns: 3, sharing: 302, spacing: 1, aspect: 2)
    #expect(shape.cellWidth == 100 && shape.cellHeight == 50 && shape.spacingY == 1)
    #expect(GridShape(columns: 0, sharing: 100).columns == 1)
  }

  @Test func sectionsMayDiffer() {
    let window = GridWindow(width: 300, height: 400, scale: 3, insetTop: 50, insetBottom: 20)
    let shape = GridShape(columns: 3, cellWidth: 90, cellHeight: 90, spacingX: 10, spacingY: 10, top: 5)
    let wide = GridShape(columns: 1, cellWidth: 90, cellHeight: 90, spacingX: 10, spacingY: 20)
    let sections = shape.sections([
      GridShape.Section(count: 2, header: 100, top: 4, bottom: 6, cells: wide),
      GridShape.Section(count: 4, footer: 30), GridShape.Section(count: 0, header: 7),
    ])
    let layout = GridLayout(count: 6, shape: sections, window: window)
    #expect(layout.frame(of: 1).rows.minY == .points(55 + 104 + 110))
    #expect(layout.frame(of: 2).rows.minY == .points(55 + 104 + 200 + 6))
    #expect(layout.contentHeight == .points(55 + 104 + 200 + 6 + 190 + 30 + 7 + 20))
    #expect(layout.insetTop == .points(55) && layout.insetBottom == .points(20))
    // Fewer or more photos than cells.
    #expect(GridLayout(count: 1, shape: sections, window: window).sections.map { $0.count } == [1])
    #expect(GridLayout(count: 9, shape: sections, window: window).sections.map { $0.count } == [2, 4, 3])
    let plain = shape.sections([GridShape.Section(count: 9)])
    #expect(GridLayout(count: 9, shape: plain, window: window).hasSections == false)
  }

  @Test func sectionsBeginAtTheNearestThousandth() {
    let cells = GridShape(columns: 3, cellWidth: 389.0 / 3, cellHeight: 389.0 / 3, spacingX: 1, spacingY: 1)
    let shape = cells.sections((0..<60).map { _ in GridShape.Section(count: 30, header: 40) })
    let layout = GridLayout(count: 1800, shape: shape, window: GridWindow(width: 391, height: 800, scale: 3))
    // Each row is rounded by a third of a thousandth.
    let (header, rows) = (40.0, 3890.0 / 3 + 9)
    let top = MilliPoints.points(59 * (header + rows) + header)
    #expect(layout.frame(of: 1770).rows.minY == top)
  }

  @Test func aViewWithoutASizeGivesALayout() {
    let layout = GridLayout(count: 4, shape: nil, window: GridWindow(width: 0, height: -1, scale: .nan))
    #expect(layout.viewportHeight == .points(1) && layout.cellWidth == .points(1) && layout.count == 4)
  }
}
