import Strategies
import Testing

@Suite struct GridLayoutTests {
  /// 4 columns of 96 pt with 2 pt gaps on a 390x844 screen at 3x, as in the shipped traces.
  static func layout(count: Int32 = 4000, columns: Int32 = 4, cell: Int64 = 96_000, spacing: Int64 = 2_000)
    -> GridLayout
  {
    GridLayout(
      count: count, columns: columns, cellWidth: MilliPoints(rawValue: cell), cellHeight: MilliPoints(rawValue: cell),
      spacingX: MilliPoints(rawValue: spacing), spacingY: MilliPoints(rawValue: spacing), viewportWidth: .points(390),
      viewportHeight: .points(844), scaleThousandths: 3000)
  }

  @Test func targetSizeIsTheCellInPixelsRoundedUp() {
    #expect(GridLayoutTests.layout().targetSize == PixelSize(width: 288, height: 288))
    #expect(GridLayoutTests.layout(columns: 3, cell: 128_667).targetSize == PixelSize(width: 387, height: 387))
    #expect(GridLayoutTests.layout(columns: 5, cell: 76_333).targetSize == PixelSize(width: 229, height: 229))
  }

  @Test func contentHeightMatchesTheShippedTraces() {
    #expect(GridLayoutTests.layout().contentHeight == .points(97_998))
    #expect(GridLayoutTests.layout().lastOffset == .points(97_998 - 844))
  }

  @Test(arguments: 1...20)
  func itemsAreThoseThatShareAPositiveHeight(_ seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<200 {
      let layout = GridLayoutTests.layout(
        count: Int32(random.below(50)), columns: Int32(1 + random.below(6)), cell: Int64(1 + random.below(200)),
        spacing: Int64(random.below(30)))
      let low = Int64(random.below(3000)) - 500
      let range = VerticalRange(
        minY: MilliPoints(rawValue: low), maxY: MilliPoints(rawValue: low + Int64(random.below(700))))
      let expected = itemsOverlapping(range.minY.rawValue, range.maxY.rawValue, in: layout)
      let found = layout.items(overlapping: range)
      #expect(Array(found.lower..<found.upper) == expected.sorted(), "seed \(seed), layout \(layout), range \(range)")
    }
  }

  private let layout = GridLayoutTests.layout(count: 400)

  @Test func whatNobodyKnowsCountsAsLargeAsItsCell() {
    let cell = layout.targetSize.pixelCount * 4
    let frame = FrameContext(time: .zero, offset: .zero, layout: layout)
    #expect(frame.bytes(of: ItemID(7)).rawValue == cell)
    #expect(frame.bytes(of: ItemRange(lower: 3, upper: 8)).rawValue == 5 * cell)
    #expect(frame.bytes(of: .empty).rawValue == 0)
  }

  @Test func whatIsKnownIsAskedForItemByItem() {
    let cell = layout.targetSize.pixelCount * 4
    let even = BudgetTests.Sizes { $0 % 2 == 0 ? $0 : nil }
    let frame = FrameContext(time: .zero, offset: .zero, layout: layout, sizes: even)
    #expect(frame.bytes(of: ItemID(6)).rawValue == 6)
    #expect(frame.bytes(of: ItemRange(lower: 3, upper: 7)).rawValue == 4 + 6 + 2 * cell)
  }
}
