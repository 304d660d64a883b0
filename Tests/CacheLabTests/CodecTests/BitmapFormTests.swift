import Strategies
import Testing

@testable import GridEngine
@testable import CacheLab

/// Which size a bitmap has, against rules written down anew in floating point.
@Suite struct BitmapFormTests {
  private func form(_ source: (Int32, Int32), _ target: (Int32, Int32), _ fit: Fit) -> BitmapForm {
    BitmapForm(
      of: PixelSize(width: source.0, height: source.1), reaching: PixelSize(width: target.0, height: target.1),
      fit: fit)
  }

  @Test func aFilledCellHoldsTheWholePictureWithItsShorterSideTheCells() {
    let wide = form((1024, 768), (290, 290), .fill)
    #expect(wide.size == PixelSize(width: 387, height: 290) && wide.whole == wide.size)
    #expect(wide.scale.eighths == 4 && wide.decoded == PixelSize(width: 512, height: 384))
    let tall = form((768, 1024), (290, 290), .fill)
    #expect(tall.size == PixelSize(width: 290, height: 387))
    #expect(form((1024, 768), (288, 288), .fill).isReduced == false, "three eighths of 768 are 288")
  }

  @Test func aCropHoldsTheCellsPixelsFromTheMiddle() {
    let crop = form((1024, 768), (290, 290), .crop)
    #expect(crop.size == PixelSize(width: 290, height: 290) && crop.whole == PixelSize(width: 387, height: 290))
    #expect(crop.origin == (48, 0) && crop.bytes == 290 * 290 * 4)
    #expect(form((768, 1024), (290, 290), .crop).origin == (0, 48))
    #expect(form((1024, 768), (288, 288), .crop).isReduced, "the sides are cut away")
  }

  @Test func nothingIsEnlarged() {
    for fit in [Fit.fill, .crop] {
      let small = form((200, 100), (300, 300), fit)
      #expect(small.size == PixelSize(width: 200, height: 100) && small.scale == .full && !small.isReduced)
    }
    let thin = form((1, 900), (300, 300), .fill)
    #expect(thin.size == PixelSize(width: 1, height: 900))
    #expect(form((900, 1), (300, 300), .crop).size == PixelSize(width: 300, height: 1))
  }

  @Test func anEighthIsWhatItWas() {
    let eighth = form((1024, 768), (290, 290), .eighth)
    #expect(eighth == BitmapForm(PixelSize(width: 1024, height: 768), at: DecodeScale(eighths: 4)))
    #expect(eighth.scratchBytes == 0 && eighth.reducedPixels == 0)
  }

  /// Every size of picture and cell: between the rule's bounds, from the smallest eighth that reaches it.
  @Test func anySizeFollowsTheRule() {
    var random = SplitMix64(seed: 16)
    for _ in 0..<20_000 {
      let source = (Int32(random.next() % 5000 + 1), Int32(random.next() % 5000 + 1))
      let target = (Int32(random.next() % 1500 + 1), Int32(random.next() % 1500 + 1))
      let fill = form(source, target, .fill)
      let scale = min(1, max(Double(target.0) / Double(source.0), Double(target.1) / Double(source.1)))
      let exact = (Double(source.0) * scale, Double(source.1) * scale)
      #expect(
        abs(Double(fill.size.width) - exact.0) <= 0.5 + 1e-9 || fill.size.width == target.0, "\(source) \(target)")
      #expect(
        abs(Double(fill.size.height) - exact.1) <= 0.5 + 1e-9 || fill.size.height == target.1, "\(source) \(target)")
      #expect(fill.size.width >= min(source.0, target.0) && fill.size.height >= min(source.1, target.1))
      #expect(fill.size.width <= source.0 && fill.size.height <= source.1)
      #expect(fill.decoded.covers(fill.size))
      if fill.scale.eighths > 1 {
        let smaller = DecodeScale(eighths: fill.scale.eighths - 1)
        #expect(!smaller.scaled(PixelSize(width: source.0, height: source.1)).covers(fill.size))
      }
      let crop = form(source, target, .crop)
      #expect(crop.scale == fill.scale && crop.whole == fill.size)
      #expect(crop.size.width == min(fill.size.width, target.0) && crop.size.height == min(fill.size.height, target.1))
    }
  }

  @Test func aTurnedPhotoFillsItsCellAsItIsShown() {
    let sizes = [PixelSize(width: 300, height: 200)]
    let assets = [false, true].map {
      AssetInfo(width: 1200, height: 800, encodedBytes: 9, thumbnailBytes: 0, isDecodable: true, isTurned: $0)
    }
    var forms = BitmapForms(of: assets, fit: .crop)
    for size in sizes { forms.reach(size) }
    #expect(forms.form(of: assets[0], sizeClass: 0).size == PixelSize(width: 300, height: 200))
    #expect(forms.form(of: assets[1], sizeClass: 0).size == PixelSize(width: 200, height: 300))
  }
}
