import Strategies
import Testing

/// What a strategy is told of bytes before anything is decoded.
@Suite struct BitmapSizingTests {
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
