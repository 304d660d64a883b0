import CacheLab
import Strategies
import Testing

@Suite struct DecodeScaleTests {
  /// Source, target, and the eighths chosen.
  static let table: [(PixelSize, PixelSize, Int32)] = [
    (PixelSize(width: 1024, height: 768), PixelSize(width: 288, height: 288), 3),
    (PixelSize(width: 1024, height: 768), PixelSize(width: 384, height: 288), 3),
    (PixelSize(width: 1024, height: 768), PixelSize(width: 385, height: 288), 4),
    (PixelSize(width: 2048, height: 512), PixelSize(width: 288, height: 288), 5),
    (PixelSize(width: 640, height: 1392), PixelSize(width: 288, height: 288), 4),
    (PixelSize(width: 1280, height: 720), PixelSize(width: 288, height: 288), 4),
    (PixelSize(width: 896, height: 896), PixelSize(width: 700, height: 700), 7),
    (PixelSize(width: 100, height: 100), PixelSize(width: 288, height: 288), 8),
    (PixelSize(width: 4096, height: 3072), PixelSize(width: 1, height: 1), 1),
    (PixelSize(width: 1001, height: 999), PixelSize(width: 126, height: 125), 1),
    (PixelSize(width: 1001, height: 999), PixelSize(width: 127, height: 125), 2),
  ]

  @Test(arguments: table)
  func choosesTheSmallestScaleThatReachesTheTarget(source: PixelSize, target: PixelSize, eighths: Int32) {
    #expect(DecodeScale.smallest(for: source, reaching: target).eighths == eighths)
  }

  @Test func scaledSidesAreRoundedUp() {
    let odd = PixelSize(width: 1001, height: 1)
    #expect(DecodeScale(eighths: 1).scaled(odd) == PixelSize(width: 126, height: 1))
    #expect(DecodeScale(eighths: 3).scaled(odd) == PixelSize(width: 376, height: 1))
    #expect(DecodeScale.full.scaled(odd) == odd)
  }
}
