import Strategies
import Testing

@testable import CacheLab
@testable import LabMeasure

@Suite struct DecodeSliceTests {
  private func items(_ count: Int) -> [DecodeSlice.Item] {
    (0..<count).map { DecodeSlice.Item(asset: $0, scale: DecodeScale(eighths: Int32(1 + $0 % 8))) }
  }

  @Test func aSliceIsSpreadEvenlyAndInOrder() {
    #expect(DecodeSlice(of: items(10), count: 4).items.map(\.asset) == [0, 2, 5, 7])
    #expect(DecodeSlice(of: items(3), count: 200).items == items(3))
    #expect(DecodeSlice(of: [], count: 200).items.isEmpty)
    #expect(DecodeSlice(of: items(3), count: 0).items.isEmpty)
    let large = DecodeSlice(of: items(3161), count: 200).items.map(\.asset)
    #expect(large.count == 200 && Set(zip(large, large.dropFirst()).map { $1 - $0 }) == [15, 16])
  }

  @Test func theDigestIsOfAssetsAndScalesInOrder() {
    // printf '0 1\n1 2\n' | sha256sum
    #expect(
      DecodeInventory.digest(items(2)) == "8ba65ee1bbe8297e30cab4c5fc9b62a8caa0dbe7b89298edf1da2609beb24ae1")
    #expect(DecodeInventory.digest(items(2).reversed()) != DecodeInventory.digest(items(2)))
  }

  @Test func anItemHoldsWhatItsBitmapIs() {
    let source = PixelSize(width: 1024, height: 768)
    for fit in [Fit.eighth, .fill, .crop] {
      let form = BitmapForm(of: source, reaching: PixelSize(width: 290, height: 290), fit: fit)
      let item = DecodeSlice.Item(asset: 3, form: form)
      #expect(item.form(of: source) == form)
      #expect((item.held == nil) == (fit == .eighth))
      #expect(item.held == nil || item.form(of: PixelSize(width: 100, height: 100)) == nil, "too small for it")
    }
  }

  @Test func theShareOfTheHostIsCounted() throws {
    let ticks = try #require(ProcessorTicks("cpu  10 0 5 100 3 0 1 7 0 0\ncpu0 1 2 3\n"))
    #expect(ticks.stolen == 7 && ticks.all == 126 && ticks.busy == 126 - 100 - 3)
    #expect(ProcessorTicks("cpu 1 2 3\n") == nil)
  }
}
