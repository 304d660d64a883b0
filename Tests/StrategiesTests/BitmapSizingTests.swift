import Strategies
import Testing

/// What a strategy is told of bytes before anything is decoded.
@Suite struct BitmapSizingTests {
  private final class EvenItems: BitmapSizing {
    func bytes(of item: ItemID) -> ByteCount? {
      item.rawValue % 2 == 0 ? ByteCount(rawValue: Int64(item.rawValue)) : nil
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
    let frame = FrameContext(time: .zero, offset: .zero, layout: layout, sizes: EvenItems())
    #expect(frame.bytes(of: ItemID(6)).rawValue == 6)
    #expect(frame.bytes(of: ItemRange(lower: 3, upper: 7)).rawValue == 4 + 6 + 2 * cell)
  }
}
