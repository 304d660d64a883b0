import GridDriver
import Testing
import UIKit

@testable import GridViews

/// A collection view with a flow layout, whose sections differ by a seed.
@MainActor
private final class DrawnSections: NSObject, UICollectionViewDataSource, UICollectionViewDelegateFlowLayout {
  struct Section {
    var count: Int
    var measures: FlowMeasures
    var size: CGSize
  }

  private final class Layout: UICollectionViewFlowLayout {
    weak var drawn: DrawnSections?
    override func measures(ofSection section: Int) -> FlowMeasures {
      drawn?.sections[section].measures ?? super.measures(ofSection: section)
    }
  }

  /// The sizes of cells of one section beside those of another.
  enum Sizes { case equal, byPixels, own }

  let view: UICollectionView
  var sections: [Section] = []

  init(
    _ seed: Int, thirds: Bool = false, sizes: Sizes = .equal,
    along direction: UICollectionView.ScrollDirection = .vertical
  ) {
    var dice = Dice(state: UInt64(seed) &* 6361)
    func length(_ below: Int) -> CGFloat { CGFloat(dice.roll(below: below * 8)) / (thirds ? 24 : 8) }
    let size = CGSize(width: 20 + length(60), height: 20 + length(60))
    let frame = CGRect(x: 0, y: 0, width: 300 + length(200), height: direction == .vertical ? 500 : 300 + length(200))
    let layout = Layout()
    layout.scrollDirection = direction
    view = UICollectionView(frame: frame, collectionViewLayout: layout)
    super.init()
    for _ in 0..<1 + dice.roll(below: 8) {
      let inset = UIEdgeInsets(top: length(20), left: length(30), bottom: length(20), right: length(30))
      var size = size
      switch sizes {
      case .equal: break
      case .byPixels: size = CGSize(width: size.width + length(1) / 2, height: size.height + length(1) / 2)
      case .own where dice.roll(below: 3) > 0: size = CGSize(width: 20 + length(90), height: 20 + length(60))
      case .own: break
      }
      sections.append(
        Section(
          count: dice.roll(below: dice.roll(below: 2) == 0 ? 4 : 40),
          measures: FlowMeasures(
            inset: inset, lineSpacing: length(9), gap: length(9),
            header: dice.roll(below: 2) == 0 ? 0 : length(60), footer: dice.roll(below: 2) == 0 ? 0 : length(60)),
          size: size))
    }
    layout.drawn = self
    (view.dataSource, view.delegate) = (self, self)
    view.layoutIfNeeded()
  }

  func frame(_ item: Int, _ section: Int) throws -> CGRect {
    try #require(view.layoutAttributesForItem(at: IndexPath(item: item, section: section))).frame
  }

  func numberOfSections(in collectionView: UICollectionView) -> Int { sections.count }
  func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int {
    sections[section].count
  }
  func collectionView(_ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath) -> UICollectionViewCell {
    UICollectionViewCell(frame: .zero)
  }
  func collectionView(
    _ view: UICollectionView, layout: UICollectionViewLayout, sizeForItemAt path: IndexPath
  ) -> CGSize { sections[path.section].size }
}

@MainActor
@Suite struct SectionLayoutTests {
  /// Frames in eighths of a point are whole thousandths, so nothing is rounded. In thirds, a row is off by what its
  /// section's rows before it have been rounded; the next section begins where it is.
  @Test(arguments: 0..<300, [false, true]) func theLayoutIsThatOfTheFlowLayout(_ seed: Int, _ thirds: Bool) throws {
    let drawn = DrawnSections(seed, thirds: thirds)
    let counts = drawn.sections.map { $0.count }
    let read = GridLayout(of: drawn.view)
    #expect((read == nil) == counts.allSatisfy { $0 == 0 })
    guard let layout = read else { return }
    #expect(layout.sections.map { Int($0.count) } == counts)
    #expect(thirds || layout.contentHeight == .points(drawn.view.contentSize.height))
    var place: Int32 = 0
    for (section, count) in counts.enumerated() {
      for item in 0..<count {
        let frame = try drawn.frame(item, section)
        let cell = layout.frame(of: place)
        let rows = layout.row(of: place) - layout.row(of: layout.firstItem(ofSection: section))
        #expect(abs((cell.rows.minY - .points(frame.minY)).rawValue) <= (thirds ? 1 + rows : 0))
        place += 1
        if thirds { continue }
        #expect(cell.rows.maxY == .points(frame.maxY) && cell.width == .points(frame.width))
        // Gaps of full rows are what is left of the width, which thirds of a thousandth may be.
        let minX = MilliPoints.points(frame.minX - drawn.sections[section].measures.inset.left)
        #expect(abs((cell.minX - minX).rawValue) <= Int64(layout.widestRow))
      }
    }
  }

  /// Expects cells to lie in a layout, turned if it scrolls sideways, where the flow layout lays them. A layout counts from
  /// the first column.
  private func expectCells(of drawn: DrawnSections, in layout: GridLayout, within tolerance: CGFloat) throws {
    let axis = drawn.view.scrollAxis
    func points(_ length: MilliPoints) -> CGFloat { CGFloat(length.rawValue) / 1000 }
    var place: Int32 = 0
    for (section, style) in drawn.sections.enumerated() {
      for item in 0..<style.count {
        var flow = try drawn.frame(item, section)
        if axis == .vertical {
          flow.origin.x -= style.measures.inset.left
        } else {
          flow.origin.y -= style.measures.inset.top
        }
        let cell = layout.frame(of: place)
        place += 1
        let (x, y) = axis.turned(cell.minX, cell.rows.minY)
        let (width, height) = axis.turned(cell.width, cell.rows.maxY - cell.rows.minY)
        let read = CGRect(x: points(x), y: points(y), width: points(width), height: points(height))
        for edge in [\CGRect.minX, \.minY, \.maxX, \.maxY] {
          #expect(abs(flow[keyPath: edge] - read[keyPath: edge]) <= tolerance, "\(flow) is read as \(read)")
        }
      }
    }
  }

  /// Along each axis, cells of all sections lie where the flow layout lays them, and ask for images of their size.
  @Test(arguments: 0..<300, [UICollectionView.ScrollDirection.vertical, .horizontal])
  func sectionsMayHaveCellsOfTheirOwnSize(_ seed: Int, _ direction: UICollectionView.ScrollDirection) throws {
    let drawn = DrawnSections(seed, thirds: seed.isMultiple(of: 2), sizes: .own, along: direction)
    guard let layout = GridLayout(of: drawn.view) else { return }
    let axis = drawn.view.scrollAxis
    #expect(axis == (direction == .vertical ? .vertical : .horizontal))
    #expect(layout.sections.map { Int($0.count) } == drawn.sections.map { $0.count })
    let size = drawn.view.contentSize
    let length = MilliPoints.points(axis.turned(size.width, size.height).1)
    #expect(abs((layout.contentHeight - length).rawValue) <= 10)
    // Pixels are half a point.
    try expectCells(of: drawn, in: layout, within: 0.5)
    for (section, style) in drawn.sections.enumerated() where style.count > 0 {
      let target = layout.targetSize(ofSection: section)
      let (width, height) = axis.turned(target.width, target.height)
      #expect(abs(CGFloat(width) - style.size.width * 2) <= 2 && abs(CGFloat(height) - style.size.height * 2) <= 2)
    }
  }

  /// Cells that differ by a pixel from one section to the next count as equal, and yet no row is off by more than a pixel.
  @Test(arguments: 0..<200, [UICollectionView.ScrollDirection.vertical, .horizontal])
  func pixelsDoNotAddUp(_ seed: Int, _ direction: UICollectionView.ScrollDirection) throws {
    let drawn = DrawnSections(seed, sizes: .byPixels, along: direction)
    if let layout = GridLayout(of: drawn.view) { try expectCells(of: drawn, in: layout, within: 0.51) }
  }

  private final class Strip: UICollectionViewLayout {
    override var collectionViewContentSize: CGSize { CGSize(width: 2100, height: 200) }
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
      let item = indexPath.item
      attributes.frame = CGRect(x: CGFloat(item / 2 * 70), y: CGFloat(item % 2 * 100), width: 70, height: 100)
      return attributes
    }
  }

  private final class CompositionalStrip: UICollectionViewCompositionalLayout {
    private let strip = Strip()
    override var collectionViewContentSize: CGSize { strip.collectionViewContentSize }
    override func layoutAttributesForItem(at indexPath: IndexPath) -> UICollectionViewLayoutAttributes? {
      strip.layoutAttributesForItem(at: indexPath)
    }
  }

  @Test func theAxisIsThatOfTheLayout() throws {
    let drawn = DrawnSections(0)
    drawn.sections = [drawn.sections[0]]
    drawn.sections[0].count = 60
    let compositional = CompositionalStrip()
    for layout in [Strip(), compositional] {
      let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 300, height: 200), collectionViewLayout: layout)
      view.dataSource = drawn
      compositional.configuration.scrollDirection = .horizontal
      view.layoutIfNeeded()
      let read = try #require(GridLayout(of: view))
      #expect(view.scrollAxis == .horizontal && read.columns == 2 && read.cellHeight == .points(70))
      #expect(read.viewportHeight == .points(300) && read.contentHeight == .points(2100))
      #expect(read.targetSize == PixelSize(width: 200, height: 140))
      // Columns are no rows.
      compositional.configuration.scrollDirection = .vertical
      if layout === compositional { #expect(GridLayout(of: view) == nil) }
    }
  }

  @Test(arguments: [1, 3, 20]) func aSectionIsAskedForFourCells(_ count: Int) throws {
    var asked = 0
    let window = GridWindow(width: 400, height: 800, scale: 2)
    let layout = try GridLayout(counts: Array(repeating: count, count: 4000), window: window, length: 1e7) {
      section, item in
      asked += 1
      let rows = (count + 3) / 4
      return CGRect(
        x: Double(item % 4) * 100, y: Double(section * (rows * 100 + 44) + 44 + item / 4 * 100), width: 100,
        height: 100)
    }
    #expect(asked <= 4 * 4000 + 10)
    let plain = GridShape(columns: count == 20 ? 4 : count, cellWidth: 100, cellHeight: 100)
    let same = GridLayout(
      count: 4000 * count,
      shape: plain.sections(Array(repeating: GridShape.Section(count: count, header: 44), count: 4000)), window: window)
    #expect(layout?.sections == same.sections)
  }

  // MARK: - What is no grid

  /// Reads cells, 3 in a row of 100 points, that a test moves, and returns what is said.
  private func problem(
    _ counts: [Int], _ change: @escaping (_ section: Int, _ item: Int, inout CGRect) -> Void
  ) -> String? {
    do throws(GridDriverProblem) {
      let window = GridWindow(width: 300, height: 400, scale: 2)
      _ = try GridLayout(counts: counts, window: window, length: 9999) { section, item in
        let y = counts[..<section].reduce(0) { $0 + ($1 + 2) / 3 * 100 }
        var cell = CGRect(
          x: Double(item % 3 * 100), y: Double(y + item / 3 * 100), width: 100, height: 100)
        change(section, item, &cell)
        return cell
      }
      return nil
    } catch {
      return error.description
    }
  }

  @Test func aPixelMoreIsNoOtherSize() {
    #expect(problem([9, 9]) { section, _, cell in cell.size.width = section == 1 ? 99.5 : 100 } == nil)
    #expect(problem([9, 9]) { _, item, cell in cell.origin.y += item == 3 ? 0.5 : 0 } == nil)
  }

  @Test func cellsOfTwoSizesInASectionAreRefused() throws {
    let found = try #require(
      problem([9, 9]) { section, item, cell in cell.size.height = section == 1 && item == 8 ? 50.25 : 100 })
    #expect(found.hasPrefix("section 1 has a cell of 100 x 50.25 pt and its first cell has 100 x 100 pt:"))
    #expect(problem([9, 9]) { section, _, cell in cell.size.height = section == 1 ? 50.25 : 100 } == nil)
  }

  @Test func unevenRowsAreRefused() throws {
    let found = try #require(
      problem([3, 9]) { section, item, cell in cell.origin.y += section == 1 && item >= 3 ? 20 : 0 })
    #expect(found.hasPrefix("the first row of section 1 has 3 cells; in such rows its last cell would mean rows"))
    #expect(found.contains("rows every 110 pt, but the second row begins 120 pt below the first:"))
    // A first row of two cells, and three in the others.
    let short = try #require(problem([9]) { _, item, cell in cell.origin.y = Double((item + 1) / 3 * 100) })
    #expect(short.hasPrefix("the first row of section 0 has 2 cells;") && short.contains("every 75 pt"))
  }

  @Test func rowsThatOverlapAreRefused() throws {
    let rows = try #require(problem([9]) { _, item, cell in cell.origin.y = Double(item / 3 * 60) })
    #expect(rows.hasPrefix("a row of section 0 begins at 60 pt, and the row before it ends at 100 pt:"))
    let sections = try #require(problem([3, 9]) { section, _, cell in cell.origin.y -= section == 1 ? 30 : 0 })
    #expect(sections.hasPrefix("a row of section 1 begins at 70 pt, and the row before it ends at 100 pt:"))
    // From the bottom to the top.
    let upwards = problem([9]) { _, item, cell in cell.origin.y = Double(-(item / 3) * 100) }
    #expect(upwards != nil)
  }

  @Test func sectionsThatScrollSidewaysAreRefused() throws {
    let found = try #require(
      problem([3, 9]) { section, item, cell in
        if section == 1 { cell.origin = CGPoint(x: Double(item * 100), y: 100) }
      })
    #expect(
      found.hasPrefix("section 1 has a cell that ends at 900 pt across the scroll, where the view has 300 pt:"))
  }
}
