import Strategies
import Testing

@testable import CacheLab
@testable import GridEngine
@testable import LabLibrary

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
      #expect(fill.size.width <= source.0 && fill.size.height <= source.1 && fill.decoded.covers(fill.size))
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

  private static let cases: [(Int, Int, Int, Int, Int, Int)] = [
    (512, 384, 387, 290, 387, 290), (512, 384, 387, 290, 290, 290), (97, 61, 97, 61, 97, 61), (97, 61, 97, 61, 31, 17),
    (40, 30, 7, 5, 7, 5), (1, 90, 1, 33, 1, 33), (90, 1, 33, 1, 33, 1), (17, 17, 16, 16, 16, 16), (3, 3, 1, 1, 1, 1),
    (300, 200, 33, 22, 20, 22), (33, 9, 17, 5, 16, 5),
  ]

  /// Weights of the samples of a side for what lies between `start` and `end`.
  private static func weights(_ length: Int, _ start: Double, _ end: Double) -> [(place: Int, weight: Double)] {
    if end - start < 2 {
      let middle = min(max((start + end) / 2 - 0.5, 0), Double(length - 1))
      let low = min(Int(middle), length - 1)
      let part = middle - Double(low)
      return [(low, 1 - part), (min(low + 1, length - 1), part)]
    }
    return (0..<length).map { place in
      (place, max(0, min(end, Double(place + 1)) - max(start, Double(place))) / (end - start))
    }
  }

  @Test(arguments: cases)
  func eachSampleIsWhatTheRuleSays(_ sizes: (Int, Int, Int, Int, Int, Int)) {
    let channels = 4
    let (width, height, wholeWidth, wholeHeight, columns, rows) = sizes
    var random = SplitMix64(seed: UInt64(width * height))
    let source = (0..<(width * height * channels)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    let room = columns * rows * channels
    var result = [UInt8](repeating: 77, count: room + 8)
    let (left, top) = ((wholeWidth - columns) / 2, (wholeHeight - rows) / 2)
    var reducer = BitmapReducer()
    func span(_ origin: Int, _ length: Int, _ whole: Int, _ samples: Int) -> ReductionTaps.Span {
      .init(origin: Int32(origin), length: Int32(length), whole: Int32(whole), samples: Int32(samples))
    }
    unsafe source.withUnsafeBufferPointer { from in
      unsafe result.withUnsafeMutableBufferPointer { to in
        unsafe reducer.reduce(
          from.baseAddress!, x: span(left, width, wholeWidth, columns), y: span(top, height, wholeHeight, rows),
          into: to.baseAddress!)
      }
    }
    let (across, down) = (Double(width) / Double(wholeWidth), Double(height) / Double(wholeHeight))
    for row in 0..<rows {
      for column in 0..<columns {
        for channel in 0..<channels {
          let x = BitmapFormTests.weights(width, Double(left + column) * across, Double(left + column + 1) * across)
          let y = BitmapFormTests.weights(height, Double(top + row) * down, Double(top + row + 1) * down)
          var exact = 0.0
          for (line, share) in y where share > 0 {
            for (place, part) in x where part > 0 {
              exact += share * part * Double(source[(line * width + place) * channels + channel])
            }
          }
          let found = Double(result[(row * columns + column) * channels + channel])
          #expect(abs(found - exact) < 1.5, "\(column), \(row): \(found), not \(exact)")
        }
      }
    }
    #expect(result[room...].allSatisfy { $0 == 77 }, "nothing is written behind the result")
  }

  @Test func weightsOfASampleAreAllOfIt() {
    var taps = ReductionTaps()
    for (length, samples) in [(512, 387), (90, 33), (1, 1), (1000, 7), (16, 15)] as [(Int32, Int32)] {
      taps.set(.init(origin: 0, length: length, whole: samples, samples: samples))
      for sample in 0..<Int(samples) {
        let own = taps.weights[(sample * taps.count)..<((sample + 1) * taps.count)]
        #expect(own.reduce(0) { $0 + Int($1) } == 256)
        #expect(Int(taps.first[sample]) + taps.count <= Int(length) && taps.first[sample] >= 0)
      }
    }
  }
}
