import CacheLab
import Strategies
import Testing

@testable import LabLibrary

/// Photos as the bitmaps that are held: of every chroma, every fit, as pixels and as planes.
@Suite struct PhotoDecoderTests {
  private static let names = ["444", "422", "420", "440", "411", "gray"]
  private static let targets = [(20, 20), (33, 12), (9, 31), (53, 39), (1, 1), (100, 5)]

  private static func forms(_ pixels: PixelFormat) -> [BitmapForm] {
    Fit.allCases.flatMap { fit in
      targets.map { target in
        BitmapForm(
          of: SampledJPEG.size, reaching: PixelSize(width: Int32(target.0), height: Int32(target.1)), fit: fit, pixels: pixels)
      }
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

  /// Blue, green and red of a pixel of planes, by JFIF's formula.
  private func colour(_ planes: [UInt8], _ form: BitmapForm, _ x: Int, _ y: Int) -> [Double] {
    let chroma = form.size.chroma
    let row = Int(PixelFormat.rowBytes(ofPlaneWidth: form.size.width))
    let chromaRow = Int(PixelFormat.rowBytes(ofPlaneWidth: chroma.width))
    let start = row * Int(form.size.height)
    let luma = Double(planes[y * row + x])
    let place = y / 2 * chromaRow + x / 2
    let blue = Double(planes[start + place]) - 128
    let red = Double(planes[start + chromaRow * Int(chroma.height) + place]) - 128
    return [luma + 1.772 * blue, luma - 0.344136 * blue - 0.714136 * red, luma + 1.402 * red]
  }

  @Test(arguments: names) func planesShowWhatPixelsShow(_ name: String) throws {
    for (pixelForm, planeForm) in zip(PhotoDecoderTests.forms(.bgra), PhotoDecoderTests.forms(.yuv420)) {
      let (pixels, planes) = (try decode(name, pixelForm), try decode(name, planeForm))
      let (width, height) = (Int(planeForm.size.width), Int(planeForm.size.height))
      var sum = 0.0
      for y in 0..<height {
        for x in 0..<width {
          for (channel, value) in colour(planes, planeForm, x, y).enumerated() {
            sum += abs(min(255, max(0, value)) - Double(pixels[(y * width + x) * 4 + channel]))
          }
        }
      }
      let mean = sum / Double(3 * width * height)
      // A gradient across 53 pixels: two that share their chroma differ by a few steps.
      #expect(mean < 9, "\(name) as \(planeForm): \(mean)")
    }
  }

  @Test(arguments: names) func alphaIsWhole(_ name: String) throws {
    for form in PhotoDecoderTests.forms(.bgra) {
      let pixels = try decode(name, form)
      #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }, "\(form)")
    }
  }

  @Test func grayHasNoColour() throws {
    for form in PhotoDecoderTests.forms(.yuv420) {
      let planes = try decode("gray", form)
      let luma = Int(PixelFormat.rowBytes(ofPlaneWidth: form.size.width)) * Int(form.size.height)
      #expect(planes[luma...].allSatisfy { $0 == 128 })
    }
  }

  @Test(arguments: PixelFormat.allCases) func printColoursAreRefusedAsTheyAlwaysWere(_ pixels: PixelFormat) throws {
    let form = PhotoDecoderTests.forms(pixels)[7]
    #expect(throws: CodecError.unsupported("CMYK")) { try decode("cmyk", form) }
  }

  @Test func aCropIsTheMiddleOfTheWhole() throws {
    let target = PixelSize(width: 20, height: 20)
    func form(_ fit: Fit) -> BitmapForm {
      BitmapForm(of: SampledJPEG.size, reaching: target, fit: fit, pixels: .bgra)
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
    for form in PhotoDecoderTests.forms(.bgra) + PhotoDecoderTests.forms(.yuv420) {
      var pixels = [UInt8](repeating: 0, count: Int(form.bytes))
      _ = unsafe try jpeg.withUnsafeBytes { jpeg in
        unsafe try pixels.withUnsafeMutableBytes {
          try unsafe decoder.decode(jpeg, as: form, expecting: SampledJPEG.size, into: $0)
        }
      }
      #expect(pixels.contains { $0 != 0 })
      #expect((decoder.scratchBytes > 0) == (form.scratchBytes > 0), "\(form)")
      if form.pixels == .bgra { #expect(decoder.scratchBytes == form.scratchBytes, "\(form)") }
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
