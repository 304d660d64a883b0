import GridDriver
import Strategies
import SwiftUI
import Testing
import UIKit

@testable import GridViews

/// A full-screen viewer: pages of 300 x 400 points side by side, and grids that scroll sideways.
@MainActor
@Suite(.serialized) struct PagerTests {
  private static let page = PixelSize(width: 600, height: 800)
  private let clock = HandClock()

  /// - Parameter spacing: Between two pages; half of it stands on either side of one, in a view that is so much wider.
  private func pager(
    _ count: Int = 40, spacing: CGFloat = 20, strategy: String = "budget-priority",
    prepare: (GridDriver<PhotoScreen.Source>) -> Void = { _ in }
  ) throws -> PhotoScreen {
    let layout = UICollectionViewFlowLayout()
    layout.scrollDirection = .horizontal
    layout.minimumLineSpacing = spacing
    layout.sectionInset = UIEdgeInsets(top: 0, left: spacing / 2, bottom: 0, right: spacing / 2)
    let app = try PhotoScreen(
      [(0..<count).map { "photo \($0)" }], layout: layout, size: CGSize(width: 300 + spacing, height: 400),
      item: CGSize(width: 300, height: 400), strategy: strategy, clock: { [clock] in clock.now }, prepare: prepare)
    app.view.isPagingEnabled = true
    return app
  }

  /// A swipe to a page, in a third of a second, frame by frame.
  private func swipe(_ app: PhotoScreen, to page: Int) {
    let target = CGFloat(page) * app.view.bounds.width
    let begin = app.view.contentOffset.x
    for step in 1...20 {
      clock.pass(milliseconds: 16)
      let offset = begin + (target - begin) * CGFloat(step) / 20
      if step <= 5 { Rehearsal.drag(app.view, to: offset) } else { Rehearsal.scroll(app.view, to: offset) }
      if step == 5 { Rehearsal.lift(app.view, target: target) }
    }
    Rehearsal.stop(app.view)
  }

  @Test(arguments: [0, 20]) func aPageFillsTheView(_ spacing: CGFloat) throws {
    let app = try pager(spacing: spacing)
    app.view.layoutIfNeeded()
    let layout = app.grid.driver.layout
    #expect(app.grid.driver.isTurned && layout.targetSize == Self.page.turned && layout.columns == 1)
    #expect(layout.contentHeight == .points(app.view.contentSize.width))
    for page in 0..<40 {
      let offset = MilliPoints.points(Double(page) * (300 + spacing))
      #expect(
        layout.items(overlapping: layout.viewport(at: offset)) == ItemRange(lower: Int32(page), upper: Int32(page + 1)))
    }
    app.source.answer()
    #expect(app.shown == ["photo 0": "photo 0"])
  }

  @Test(
    arguments: ["budget-priority:budget=4screens", "budget-priority", "preheat2x", "windowed-lead", "fixed-window"],
    [0, 20])
  func theNextPageIsThereBeforeItIsShown(_ strategy: String, _ spacing: CGFloat) throws {
    let app = try pager(spacing: spacing, strategy: strategy)
    app.source.bytes = nil
    app.load()
    #expect(app.grid.driver.image(at: 1) == "photo 1")
    // On the way back `preheat2x` has stopped the page that lies across the border of its window.
    for page in strategy == "preheat2x" ? [1, 2, 3, 4] : [1, 2, 3, 4, 3, 2] {
      swipe(app, to: page)
      #expect(app.shown == ["photo \(page)": "photo \(page)"], "it is shown at once")
      app.source.answer()
      if strategy == "budget-priority:budget=4screens" {
        let isThere = [page - 1, page + 1].allSatisfy { app.grid.driver.image(at: $0) == "photo \($0)" }
        #expect(isThere, "both neighbours of a page are there")
      }
    }
    #expect(app.source.asked.allSatisfy { $0.size == Self.page })
    #expect(app.source.asked.count < 12, "\(app.source.asked.map(\.name))")
  }

  @Test func offsetsAreThoseOfTheLeftEdge() throws {
    let told = ToldDriver()
    let app = try pager()
    let feed = try app.feed(told)
    feed.layoutChanged()
    Rehearsal.drag(app.view, to: 100)
    #expect(Rehearsal.lift(app.view, target: 320) == 320)
    Rehearsal.scroll(app.view, to: 200)
    Rehearsal.scroll(app.view, to: 320)
    Rehearsal.stop(app.view)
    #expect(
      told.told() == [
        .frame(.zero, .still, target: nil), .frame(.points(100), .dragging, target: nil),
        .frame(.points(200), .decelerating, target: .points(320)),
        .frame(.points(320), .decelerating, target: .points(320)), .frame(.points(320), .still, target: nil),
      ])
    // The app's own delegate chooses another page.
    app.target = 640
    Rehearsal.drag(app.view, to: 330)
    #expect(Rehearsal.lift(app.view, target: 320) == 640)
    Rehearsal.scroll(app.view, to: 340)
    #expect(told.told().last == .frame(.points(340), .decelerating, target: .points(640)))
    feed.stop()
  }

  /// UIKit scrolls a view to its top, not to its first page.
  @Test func aTapOnTheStatusBarMovesNoPage() throws {
    let told = ToldDriver()
    let app = try pager()
    app.view.delegate = nil
    let feed = try app.feed(told)
    Rehearsal.scroll(app.view, to: 640)
    #expect(Rehearsal.tapStatusBar(app.view))
    Rehearsal.scroll(app.view, to: 641)
    #expect(told.told().last == .frame(.points(641), .still, target: nil))
    feed.stop()
  }

  @Test func barsOnTheLeftAreOverTheFirstPage() throws {
    let told = ToldDriver()
    let app = try pager()
    app.view.contentInset = UIEdgeInsets(top: 7, left: 30, bottom: 9, right: 40)
    let feed = try app.feed(told)
    #expect(feed.feed.layout.insetTop == .points(30 + 10) && feed.feed.layout.insetBottom == .points(40 + 10))
    Rehearsal.scroll(app.view, to: -30)
    #expect(told.told().last == .frame(.zero, .still, target: nil))
    feed.stop()
  }

  @Test(arguments: [0, 20]) func aRotationKeepsThePage(_ spacing: CGFloat) throws {
    var problems: [GridDriverProblem] = []
    let app = try pager(spacing: spacing) { $0.onProblem = { problems.append($0) } }
    app.load()
    for page in 1...3 { swipe(app, to: page) }
    app.source.answer()
    app.source.asked = []
    // UIKit gives the view its size and moves the content before it lays out the cells.
    app.view.bounds.size = CGSize(width: 400 + spacing, height: 300)
    app.view.contentOffset.x = 3 * (400 + spacing)
    (app.view.collectionViewLayout as? UICollectionViewFlowLayout)?.itemSize = CGSize(width: 400, height: 300)
    app.view.layoutIfNeeded()
    app.grid.layoutChanged()
    #expect(app.grid.driver.layout.targetSize == PixelSize(width: 600, height: 800) && problems.isEmpty)
    #expect(app.shown == ["photo 3": "photo 3"], "the image of before stays until the new one is there")
    #expect(app.isCompleteOnceAnswered() && app.source.asked.first?.name == "photo 3")
    #expect(app.source.asked.allSatisfy { $0.size == PixelSize(width: 800, height: 600) })
    swipe(app, to: 4)
    #expect(app.shown == ["photo 4": "photo 4"])
  }

  /// Two rows of photos, by days with a title before each.
  @Test func aStripOfTwoRowsShowsItsImages() throws {
    let layout = UICollectionViewFlowLayout()
    layout.scrollDirection = .horizontal
    layout.minimumLineSpacing = 0
    let days = [5, 0, 1, 40].enumerated().map { day, count in (0..<count).map { "day \(day) photo \($0)" } }
    let app = try PhotoScreen(days, layout: layout, header: 30, size: CGSize(width: 300, height: 200))
    app.load()
    // 30, three columns on 270 points.
    #expect(app.shown.count == 5 && app.isComplete)
    #expect(app.grid.driver.layout.sections.map { $0.count } == [5, 0, 1, 40])
    for offset in stride(from: 0, through: 1900, by: 130) {
      Rehearsal.drag(app.view, to: CGFloat(offset))
      #expect(app.isRight)
      #expect(app.isCompleteOnceAnswered())
    }
    // The same photos from top to bottom, as a menu of the app may want.
    layout.scrollDirection = .vertical
    app.view.contentOffset = .zero
    app.view.layoutIfNeeded()
    app.grid.layoutChanged()
    #expect(!app.grid.driver.isTurned)
    Rehearsal.drag(app.view, to: 300)
    #expect(app.isCompleteOnceAnswered() && app.shown.count == 4)
  }

  // MARK: - From right to left

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

  // MARK: - Views that tell their geometry

  private func grid(
    _ count: Int = 40, _ shape: @escaping (GridWindow) -> GridShape
  ) throws -> (grid: ScrollGrid<PhotoScreen.Source>, source: PhotoScreen.Source) {
    let source = PhotoScreen.Source(thumbnailSize: nil)
    source.names = (0..<count).map { "photo \($0)" }
    let clock = HandClock()
    return (
      ScrollGrid(
        try StrategySpec("preheat2x"), source: source, count: count, clock: { clock.now }, shape: shape), source
    )
  }

  @Test(arguments: [0.0, 20]) func pagesAreAsLargeAsTheWindow(_ spacing: Double) throws {
    let (grid, source) = try grid { .pages(of: $0, spacing: spacing) }
    func tell(_ offset: Double, _ window: GridWindow) {
      grid.geometryChanged(to: ScrollGrid.Geometry(contentOffset: offset, window: window))
    }
    let upright = GridWindow(width: 300, height: 400, scale: 2)
    tell(0, upright)
    source.answer()
    tell(300 + spacing, upright)
    let layout = try #require(grid.driver?.layout)
    #expect(grid.driver?.isTurned == true && layout.contentHeight == .points(40 * 300 + 39 * spacing))
    #expect(grid.driver?.image(at: 1) == "photo 1", "it was there before the page was turned")
    source.answer()
    #expect(source.asked.count <= 3 && source.asked.allSatisfy { $0.size == Self.page })
    source.asked = []
    tell(400 + spacing, GridWindow(width: 400, height: 300, scale: 2))
    source.answer()
    #expect(source.asked.first?.name == "photo 1")
    #expect(source.asked.allSatisfy { $0.size == PixelSize(width: 800, height: 600) })
  }

  @Test func rowsShareTheHeight() throws {
    let (grid, source) = try grid { GridShape(rows: 2, sharing: $0.height, spacing: 2, aspect: 0.5, left: 8, right: 9) }
    let window = GridWindow(width: 300, height: 402, scale: 2, insetTop: 30, insetBottom: 40)
    grid.geometryChanged(to: ScrollGrid.Geometry(contentOffset: -30, window: window))
    let layout = try #require(grid.driver?.layout)
    // Two rows of 200 points, columns of 100.
    #expect(layout.targetSize == PixelSize(width: 400, height: 200))
    #expect(layout.insetTop == .points(38) && layout.insetBottom == .points(49))
    #expect(layout.contentHeight == .points(38 + 20 * 102 - 2 + 49))
    let cell = layout.frame(of: 5)
    #expect(cell.minX == .points(202) && cell.width == .points(200))
    #expect(cell.rows == VerticalRange(minY: .points(38 + 204), maxY: .points(38 + 304)))
    source.answer()
    #expect(grid.driver?.image(at: 5) == "photo 5" && grid.driver?.image(at: 12) == nil)
  }

  /// SwiftUI tells what bars cover on the left and the right as leading and trailing.
  @Test func viewsOfSwiftUIFollowSideways() throws {
    let (grid, source) = try grid { .pages(of: $0) }
    var shown: [Int: String] = [:]
    let stage = Stage(
      ScrollView(.horizontal) {
        LazyHStack(spacing: 0) {
          ForEach(0..<2) { place in
            GridImage(grid, place: place) { image in
              let _ = shown[place] = image
              if image != nil { Color.gray }
            }
            .containerRelativeFrame([.horizontal, .vertical])
          }
        }
      }
      .scrollTargetBehavior(.paging)
      .follows(grid, along: .horizontal))
    func scroll(_ offset: CGFloat) {
      stage.scroll(
        ScrollGeometry(
          contentOffset: CGPoint(x: offset, y: -70), contentSize: CGSize(width: 12_000, height: 400),
          contentInsets: EdgeInsets(top: 70, leading: 30, bottom: 0, trailing: 40),
          containerSize: CGSize(width: 300, height: 400)))
    }
    var told: [MilliPoints] = []
    scroll(-30)
    grid.driver?.onEvent = { _, event, _ in if case .scrolled(let offset, _, _) = event { told.append(offset) } }
    let layout = try #require(grid.driver?.layout)
    #expect(layout.insetTop == .points(30) && layout.insetBottom == .points(40))
    #expect(layout.targetSize == Self.page.turned)
    source.answer()
    scroll(270)
    source.answer()
    stage.update()
    #expect(told == [.points(300)] && shown == [0: "photo 0", 1: "photo 1"])
  }

  // MARK: - Sessions

  /// A session is turned as the layout is, its photos and target sizes too.
  @Test func aSessionOfAPagerIsTurned() throws {
    let session = SessionLines()
    let app = try pager(prepare: session.record)
    app.load()
    swipe(app, to: 1)
    app.source.answer()
    app.grid.stop()
    let grid =
      #""viewport":[400,320],"content":[400,12800],"grid":{"count":40,"columns":1,"cell":[400,300],"spacing":[0,20],"#
      + #""inset":[10,0,10,0]}"#
    #expect(session.lines[0].contains(grid))
    let offsets = session.lines.compactMap { $0.split(separator: ",").last }.compactMap { Double($0.dropLast()) }
    #expect(offsets.contains(144) && offsets.max() == 320)
    #expect(session.text.contains(#""phase",{"is":"decelerating","target":320}]"#))
    #expect(session.text.contains(#""image",{"place":1,"target":[800,600],"#))
  }

  /// A strip whose last cell is narrower than the others.
  private final class OddStrip: UICollectionViewFlowLayout {
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      let attributes = super.layoutAttributesForItem(at: indexPath)
      if indexPath.item == 8 { attributes?.frame.size.width = 40 }
      return attributes
    }
  }

  @Test func aRefusalSaysSizesAsTheScreenShowsThem() throws {
    let layout = OddStrip()
    layout.scrollDirection = .horizontal
    var found: [GridDriverProblem] = []
    let app = try PhotoScreen(
      [(0..<9).map { "photo \($0)" }], layout: layout, size: CGSize(width: 300, height: 200),
      item: CGSize(width: 80, height: 200), onProblem: { found.append($0) })
    app.view.layoutIfNeeded()
    #expect(
      found.count == 1
        && "\(found[0])".hasPrefix("section 0 has a cell of 40 x 200 pt and its first cell has 80 x 200 pt:"))
  }
}
