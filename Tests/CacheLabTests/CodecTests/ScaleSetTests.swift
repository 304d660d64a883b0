import CacheLab
import Strategies
import Testing

@Suite struct ScaleSetTests {
  /// Source, target, and the eighths chosen by all, fast and pow2.
  static let table: [(PixelSize, PixelSize, [Int32])] = [
    (PixelSize(width: 1024, height: 768), PixelSize(width: 288, height: 288), [3, 3, 4]),
    (PixelSize(width: 1024, height: 768), PixelSize(width: 384, height: 288), [3, 3, 4]),
    (PixelSize(width: 1024, height: 768), PixelSize(width: 385, height: 288), [4, 4, 4]),
    (PixelSize(width: 2048, height: 512), PixelSize(width: 288, height: 288), [5, 8, 8]),
    (PixelSize(width: 640, height: 1392), PixelSize(width: 288, height: 288), [4, 4, 4]),
    (PixelSize(width: 1280, height: 720), PixelSize(width: 288, height: 288), [4, 4, 4]),
    (PixelSize(width: 896, height: 896), PixelSize(width: 700, height: 700), [7, 8, 8]),
    (PixelSize(width: 100, height: 100), PixelSize(width: 288, height: 288), [8, 8, 8]),
    (PixelSize(width: 4096, height: 3072), PixelSize(width: 1, height: 1), [1, 1, 1]),
    (PixelSize(width: 1001, height: 999), PixelSize(width: 126, height: 125), [1, 1, 1]),
    (PixelSize(width: 1001, height: 999), PixelSize(width: 127, height: 125), [2, 2, 2]),
  ]

  @Test(arguments: table)
  func choosesTheSmallestScaleThatReachesTheTarget(source: PixelSize, target: PixelSize, eighths: [Int32]) {
    for (set, expected) in zip(ScaleSet.allCases, eighths) {
      #expect(set.scale(for: source, reaching: target).eighths == expected, "\(set)")
    }
  }

  @Test func scaledSidesAreRoundedUp() {
    let odd = PixelSize(width: 1001, height: 1)
    #expect(DecodeScale(eighths: 1).scaled(odd) == PixelSize(width: 126, height: 1))
    #expect(DecodeScale(eighths: 3).scaled(odd) == PixelSize(width: 376, height: 1))
    #expect(DecodeScale.full.scaled(odd) == odd)
  }

  @Test func setsListTheirScalesInOrder() {
    #expect(ScaleSet.all.scales.map { $0.eighths } == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(ScaleSet.fast.scales.map { $0.eighths } == [1, 2, 3, 4, 8])
    #expect(ScaleSet.pow2.scales.map { $0.eighths } == [1, 2, 4, 8])
  }
}
