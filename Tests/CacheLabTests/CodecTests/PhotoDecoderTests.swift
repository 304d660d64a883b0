import CacheLab
import Strategies
import Testing

@testable import LabLibrary

/// Photos as the bitmaps that are held, of every fit.
@Suite struct PhotoDecoderTests {
  private static let targets = [(20, 20), (33, 12), (9, 31), (53, 39), (1, 1), (100, 5)]

  private static let forms = [Fit.eighth, .fill, .crop].flatMap { fit in
    targets.map { target in
      BitmapForm(of: SampledJPEG.size, reaching: PixelSize(width: Int32(target.0), height: Int32(target.1)), fit: fit)
    }
  }

  /// The bytes of a bitmap; what lies behind it is looked at too.
  private func decode(_ name: String, _ form: BitmapForm) throws -> [UInt8] {
    let jpeg = try SampledJPEG.named(name)
    var decoder = try PhotoDecoder()
    var pixels = [UInt8](repeating: 0xA5, count: Int(form.bytes) + 64)
    let outcome = unsafe try jpeg.withUnsafeBytes { jpeg in
      unsafe try pixels.withUnsafeMutableBytes {
        try unsafe decoder.decode(jpeg, as: form, expecting: SampledJPEG.size, into: $0)
      }
    }
    #expect(outcome == .complete)
    #expect(pixels[Int(form.bytes)...].allSatisfy { $0 == 0xA5 }, "nothing behind the bitmap is touched")
    return Array(pixels.prefix(Int(form.bytes)))
  }

  @Test(arguments: ["420", "gray"]) func alphaIsWhole(_ name: String) throws {
    for form in PhotoDecoderTests.forms {
      let pixels = try decode(name, form)
      #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }, "\(form)")
    }
  }

  @Test func grayHasNoColour() throws {
    for form in PhotoDecoderTests.forms {
      let pixels = try decode("gray", form)
      for place in stride(from: 0, to: pixels.count, by: 4) {
        #expect(Set(pixels[place..<place + 3]).count == 1, "\(form)")
      }
    }
  }

  @Test func printColoursAreRefusedAsTheyAlwaysWere() throws {
    #expect(throws: CodecError.unsupported("CMYK")) { try decode("cmyk", PhotoDecoderTests.forms[7]) }
  }

  @Test func aCropIsTheMiddleOfTheWhole() throws {
    let target = PixelSize(width: 20, height: 20)
    func form(_ fit: Fit) -> BitmapForm {
      BitmapForm(of: SampledJPEG.size, reaching: target, fit: fit)
    }
    let (whole, crop) = (try decode("420", form(.fill)), try decode("420", form(.crop)))
    let (left, width) = (Int(form(.crop).origin.x), Int(form(.fill).size.width))
    for y in 0..<20 {
      let from = (y * width + left) * 4
      #expect(Array(crop[(y * 80)..<((y + 1) * 80)]) == Array(whole[from..<(from + 80)]), "row \(y)")
    }
  }

  @Test func scratchIsTakenWhereItIsNeededAndGivenBack() throws {
    var decoder = try PhotoDecoder()
    let jpeg = try SampledJPEG.named("420")
    for form in PhotoDecoderTests.forms {
      var pixels = [UInt8](repeating: 0, count: Int(form.bytes))
      _ = unsafe try jpeg.withUnsafeBytes { jpeg in
        unsafe try pixels.withUnsafeMutableBytes {
          try unsafe decoder.decode(jpeg, as: form, expecting: SampledJPEG.size, into: $0)
        }
      }
      #expect(pixels.contains { $0 != 0 })
      #expect(decoder.scratchBytes == form.scratchBytes, "\(form)")
      decoder.releaseScratch()
      #expect(decoder.scratchBytes == 0)
    }
  }

  @Test func littleScratchIsKeptAndMuchIsGivenBack() throws {
    var scratch = ScratchMemory()
    for (bytes, kept) in [(1_000, 1_000), (ScratchMemory.keptMax, ScratchMemory.keptMax), (5 << 20, 0)] {
      #expect(unsafe try scratch.room(bytes).count == bytes)
      scratch.trim()
      #expect(scratch.byteCount == kept)
    }
  }

  @Test func whatTheLargestPictureNeedsIsHeld() throws {
    var scratch = ScratchMemory()
    try scratch.hold(2 << 20)
    #expect(unsafe try scratch.room(1_000).count == 1_000)
    scratch.trim()
    #expect(scratch.byteCount == 2 << 20)
    try scratch.hold(60 << 20)
    #expect(scratch.byteCount == ScratchMemory.keptMax, "a page's memory is not held")
  }
}
