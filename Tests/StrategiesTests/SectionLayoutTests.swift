import Strategies
import Testing

/// Grids of sections beside a list of all their rows.
@Suite struct SectionLayoutTests {
  /// A row, laid out one after the other.
  private struct Row {
    var items: Range<Int32>
    var minY: Int64
    var maxY: Int64
    var section: Int
    var style: GridSection.Style
  }

  private struct Drawn {
    var layout: GridLayout
    var rows: [Row] = []
    var sectionTops: [Int64] = []
    var height: Int64 = 0
  }

  private static func draw(_ random: inout SplitMix) -> Drawn {
    func points(_ most: Int) -> MilliPoints { MilliPoints(rawValue: Int64(random.below(most))) }
    func style() -> GridSection.Style {
      GridSection.Style(
        columns: Int32(1 + random.below(5)), cellWidth: .points(random.below(3) == 0 ? 90 : 60),
        cellHeight: MilliPoints(rawValue: random.below(3) == 0 ? 1_300 : 700),
        spacingX: points(50), spacingY: random.below(3) == 0 ? .zero : points(200),
        insetTop: random.below(2) == 0 ? .zero : points(90), insetBottom: random.below(2) == 0 ? .zero : points(90),
        header: random.below(2) == 0 ? .zero : points(400), footer: random.below(3) > 0 ? .zero : points(300))
    }
    let usual = style()
    let sections = (0..<random.below(9)).map { _ in
      GridSection(count: Int32(random.below(14)), style: random.below(3) == 0 ? style() : usual)
    }
    let (top, bottom) = (points(300), points(300))
    var drawn = Drawn(
      layout: GridLayout(
        sections: sections, usual: usual, insetTop: top, insetBottom: bottom, viewportWidth: .points(390),
        viewportHeight: MilliPoints(rawValue: 2_500), scaleThousandths: 2000))
    var (item, y) = (Int32(0), top.rawValue)
    for (number, section) in sections.enumerated() {
      let style = section.style
      drawn.sectionTops.append(y)
      y += style.header.rawValue + style.insetTop.rawValue
      var left = section.count
      while left > 0 {
        let items = min(left, style.columns)
        drawn.rows.append(
          Row(items: item..<item + items, minY: y, maxY: y + style.cellHeight.rawValue, section: number, style: style))
        item += items
        left -= items
        y += style.cellHeight.rawValue + (left > 0 ? style.spacingY.rawValue : 0)
      }
      y += style.insetBottom.rawValue + style.footer.rawValue
    }
    drawn.height = y + bottom.rawValue
    return drawn
  }

  @Test(arguments: 1...40)
  func rowsLieWhereTheyAreLaid(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<40 {
      let drawn = SectionLayoutTests.draw(&random)
      let layout = drawn.layout
      #expect(layout.rowCount == Int64(drawn.rows.count) && layout.count == drawn.rows.last?.items.upperBound ?? 0)
      #expect(layout.contentHeight.rawValue == drawn.height)
      for (section, top) in drawn.sectionTops.enumerated() where layout.hasSections {
        #expect(layout.minY(ofSection: section).rawValue == top)
      }
      for (number, row) in drawn.rows.enumerated() {
        let extent = layout.extent(ofRow: Int64(number))
        #expect((extent.minY.rawValue, extent.maxY.rawValue) == (row.minY, row.maxY))
        let items = layout.items(inRows: Int64(number)..<Int64(number) + 1)
        #expect(items.lower..<items.upper == row.items)
        for item in row.items {
          #expect(layout.row(of: item) == Int64(number) && layout.section(of: item) == row.section)
          let frame = layout.frame(of: item)
          let column = Int64(item - row.items.lowerBound)
          #expect(frame.minX.rawValue == column * (row.style.cellWidth + row.style.spacingX).rawValue)
          #expect(frame.rows == extent && frame.width == row.style.cellWidth)
          let (width, height) = (row.style.cellWidth.rawValue * 2, row.style.cellHeight.rawValue * 2)
          let size = PixelSize(width: Int32((width + 999) / 1_000), height: Int32((height + 999) / 1_000))
          #expect(layout.targetSize(of: item) == size && layout.targetSizes.contains(size))
          let area = row.style.cellHeight.rawValue * row.style.cellWidth.rawValue / layout.cellWidth.rawValue
          #expect(layout.area(of: row.style.cellHeight, inRow: Int64(number)) == area)
        }
      }
    }
  }

  @Test(arguments: 1...40)
  func rowsThatShareAPositiveHeightAreFound(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<40 {
      let drawn = SectionLayoutTests.draw(&random)
      for _ in 0..<30 {
        let low = Int64(random.below(Int(drawn.height) + 2_000)) - 1_000
        let high = low + Int64(random.below(3_000))
        let range = VerticalRange(minY: MilliPoints(rawValue: low), maxY: MilliPoints(rawValue: high))
        let expected = drawn.rows.indices.filter {
          drawn.rows[$0].minY < high && drawn.rows[$0].maxY > low && low < high
        }
        let found = drawn.layout.rows(overlapping: range)
        #expect(found.map { Int($0) } == Array(expected), "seed \(seed), \(low) to \(high)")
      }
    }
  }

  @Test(arguments: 1...20)
  func gapDensityAndStripsAreThoseOfTheList(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<40 {
      let drawn = SectionLayoutTests.draw(&random)
      let layout = drawn.layout
      guard layout.hasSections else { continue }
      let gaps = zip(drawn.rows, drawn.rows.dropFirst()).map { $1.minY - $0.maxY }
      // What a style would have between rows counts, whether or not a section has two.
      let spacing = layout.sections.map { $0.style.spacingY.rawValue }.max() ?? layout.usual.spacingY.rawValue
      #expect(layout.widestGap.rawValue == max(gaps.max() ?? 0, spacing))
      #expect(layout.density == (Int64(layout.count), layout.contentHeight))
      let height = Int64(1 + random.below(4_000))
      func cells(_ low: Int64) -> Int {
        drawn.rows.reduce(0) { $0 + ($1.minY < low + height && $1.maxY > low ? $1.items.count : 0) }
      }
      var most = 0
      for section in Set(drawn.rows.map(\.section)) {
        let rows = drawn.rows.filter { $0.section == section }
        most = max(most, cells(rows[0].maxY - 1), cells(rows[rows.count - 1].minY + 1 - height))
      }
      #expect(layout.cellsMax(in: MilliPoints(rawValue: height)) == Int64(most))
    }
  }

  @Test func runsOfOneTargetSizeReachOverEmptySections() {
    let plain = GridLayoutTests.layout(count: 0)
    var large = plain.usual
    (large.cellWidth, large.cellHeight) = (.points(190), .points(190))
    let sections = [(5, plain.usual), (2, large), (0, plain.usual), (3, large), (0, large), (4, plain.usual)]
    let layout = plain.laidOut(in: sections.map { GridSection(count: Int32($0.0), style: $0.1) })
    #expect([0, 4, 5, 9, 10, 13].map { layout.endOfRun(at: $0) } == [5, 5, 10, 10, 14, 14])
    #expect(!layout.hasEqualCells && layout.targetSizes.count == 2)
  }

  /// Sections without items make no cells unequal.
  @Test func onlyCellsThatAreThereAreUnequal() {
    let plain = GridLayoutTests.layout(count: 0)
    var large = plain.usual
    large.cellHeight = .points(300)
    let empty = plain.laidOut(in: [GridSection(count: 9, style: plain.usual), GridSection(count: 0, style: large)])
    #expect(empty.hasEqualCells && empty.targetSizes == [plain.targetSize])
    let unusual = plain.laidOut(in: [GridSection(count: 9, style: large)])
    #expect(!unusual.hasEqualCells && unusual.targetSizes == [unusual.targetSize(of: 0)])
  }

  @Test func oneSectionWithoutAnythingAroundItIsAPlainGrid() {
    let plain = GridLayoutTests.layout(count: 50)
    let same = plain.laidOut(in: plain.sections)
    #expect(same == plain && !same.hasSections && plain.sectionCount == 1)
    var style = plain.usual
    style.header = .points(44)
    let headed = plain.laidOut(in: [GridSection(count: 50, style: style)], usual: style)
    #expect(headed.hasSections && headed.sectionCount == 1 && headed.contentHeight == plain.contentHeight + .points(44))
    #expect(headed == plain.laidOut(in: headed.sections, usual: style))
    #expect(headed.hashValue == plain.laidOut(in: headed.sections, usual: style).hashValue)
  }

  @Test func otherCountsCutOrGrowTheLastSection() {
    let plain = GridLayoutTests.layout(count: 0)
    let counts = { (layout: GridLayout) in layout.sections.map(\.count) }
    let layout = plain.laidOut(in: [5, 0, 7, 3].map { GridSection(count: $0, style: plain.usual) })
    for (count, expected) in [(15, [5, 0, 7, 3]), (20, [5, 0, 7, 8]), (12, [5, 0, 7]), (6, [5, 0, 1]), (0, [0])] {
      var other = layout
      other.resize(to: Int32(count))
      #expect(counts(other) == expected.map { Int32($0) } && other.count == Int32(count))
    }
  }
}
