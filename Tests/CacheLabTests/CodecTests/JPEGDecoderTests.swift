import CacheLab
import Strategies
import Testing

@testable import LabLibrary

@Suite struct JPEGDecoderTests {
  private static let size = PixelSize(width: 100, height: 60)

  /// A JPEG of a gradient.
  private static func gradient(_ size: PixelSize = size) throws -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width {
        pixels += [UInt8(truncatingIfNeeded: x * 2), UInt8(truncatingIfNeeded: y * 4), 128, 255]
      }
    }
    var encoder = try JPEGEncoder(largest: size)
    return unsafe try pixels.withUnsafeBytes {
      unsafe Array(try unsafe encoder.encode(bgra: $0, size: size, quality: 90))
    }
  }

  private func decode(
    _ jpeg: [UInt8], _ scale: DecodeScale, expecting size: PixelSize = size, room: Int? = nil
  ) throws -> (outcome: DecodeOutcome, pixels: [UInt8]) {
    var pixels = [UInt8](repeating: 0xAA, count: room ?? Int(scale.scaled(size).pixelCount) * 4 + 16)
    let outcome = unsafe try jpeg.withUnsafeBytes { jpeg in
      unsafe try pixels.withUnsafeMutableBytes {
        try unsafe JPEGDecoder.decode(jpeg, scale: scale, expecting: size, into: $0)
      }
    }
    return (outcome, pixels)
  }

  @Test(arguments: DecodeScale.all)
  func fillsExactlyTheScaledSize(scale: DecodeScale) throws {
    let (outcome, pixels) = try decode(JPEGDecoderTests.gradient(), scale)
    #expect(outcome == .complete)
    let count = Int(scale.scaled(JPEGDecoderTests.size).pixelCount) * 4
    #expect(pixels[count...].allSatisfy { $0 == 0xAA }, "nothing behind the bitmap is touched")
    #expect(stride(from: 3, to: count, by: 4).allSatisfy { pixels[$0] == 255 }, "alpha is 255")
  }

  @Test func blueComesFirst() throws {
    let (_, pixels) = try decode(JPEGDecoderTests.gradient(), .full)
    let last = Int(JPEGDecoderTests.size.pixelCount) * 4 - 4
    #expect(abs(Int(pixels[last]) - 198) < 12)
    #expect(abs(Int(pixels[last + 1]) - 236) < 12)
    #expect(abs(Int(pixels[last + 2]) - 128) < 12)
  }

  @Test func anotherSizeThanExpectedAndABitmapThatDoesNotFitAreRefused() throws {
    let other = PixelSize(width: 60, height: 100)
    let jpeg = try JPEGDecoderTests.gradient()
    #expect(throws: CodecError.sizeMismatch(expected: other, found: JPEGDecoderTests.size)) {
      try decode(jpeg, .full, expecting: other)
    }
    #expect(throws: CodecError.bufferTooSmall(needed: 24_000, given: 23_999)) { try decode(jpeg, .full, room: 23_999) }
  }

  @Test func tablesOfOtherFilesAreForgotten() throws {
    let jpeg = try JPEGDecoderTests.gradient()
    var pixels = [UInt8](repeating: 0, count: 24_000)
    func outcome(of jpeg: [UInt8]) throws -> DecodeOutcome {
      try unsafe jpeg.withUnsafeBytes { jpeg in
        try unsafe pixels.withUnsafeMutableBytes {
          try unsafe JPEGDecoder.decode(jpeg, scale: .full, expecting: JPEGDecoderTests.size, into: $0)
        }
      }
    }
    // A fine header without any table: it must fail after a good file as it does before one.
    let broken = ForgedJPEG().frame(width: 100, height: 60).scan().end().bytes
    for _ in 0..<3 {
      #expect(throws: CodecError.self) { _ = try outcome(of: broken) }
      let whole = try outcome(of: jpeg)
      #expect(whole == .complete)
    }
  }

  @Test func singlePixelDecodesAtEveryScale() throws {
    let size = PixelSize(width: 1, height: 1)
    let jpeg = try JPEGDecoderTests.gradient(size)
    for scale in DecodeScale.all {
      #expect(try decode(jpeg, scale, expecting: size).outcome == .complete)
    }
  }

  @Test(arguments: ["-progressive", "-grayscale", "-restart 1", "-optimize", "-sample 1x1", "-arithmetic"])
  func filesOfTheReferenceEncoderDecode(option: String) throws {
    let directory = TemporaryDirectory()
    let picture = Array("P6 100 60 255\n".utf8) + (0..<18_000).map { UInt8(truncatingIfNeeded: $0 * 7 / 3) }
    try directory.write(picture, to: "in.ppm")
    let command = "cjpeg \(option) -outfile '\(directory.path)/out.jpg' '\(directory.path)/in.ppm'"
    #expect(Shell.run(command) == 0, "cjpeg of libjpeg-turbo-progs is needed")
    let jpeg = try directory.read("out.jpg")
    if option == "-arithmetic" {
      #expect(throws: CodecError.unsupported("arithmetic coding")) { try decode(jpeg, .full) }
    } else {
      #expect(try decode(jpeg, DecodeScale(eighths: 3)).outcome == .complete)
    }
  }

  private static let targets = [(20, 20), (33, 12), (9, 31), (53, 39), (1, 1), (100, 5)]

  private static let forms = [Fit.eighth, .fill, .crop].flatMap { fit in
    targets.map { target in
      BitmapForm(of: SampledJPEG.size, reaching: PixelSize(width: Int32(target.0), height: Int32(target.1)), fit: fit)
    }
  }

  /// The bytes of a bitmap; what lies behind it is looked at too.
  private func decode(_ name: String, _ form: BitmapForm) throws -> [UInt8] {
    let jpeg = try SampledJPEG.named(name)
    var decoder = PhotoDecoder()
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
    for form in JPEGDecoderTests.forms {
      let pixels = try decode(name, form)
      #expect(stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }, "\(form)")
    }
  }

  @Test func grayHasNoColour() throws {
    for form in JPEGDecoderTests.forms {
      let pixels = try decode("gray", form)
      for place in stride(from: 0, to: pixels.count, by: 4) {
        #expect(Set(pixels[place..<place + 3]).count == 1, "\(form)")
      }
    }
  }

  @Test func printColoursAreRefusedAsTheyAlwaysWere() throws {
    #expect(throws: CodecError.unsupported("CMYK")) { try decode("cmyk", JPEGDecoderTests.forms[7]) }
  }

  @Test func aCropIsTheMiddleOfTheWhole() throws {
    let target = PixelSize(width: 20, height: 20)
    func form(_ fit: Fit) -> BitmapForm { BitmapForm(of: SampledJPEG.size, reaching: target, fit: fit) }
    let (whole, crop) = (try decode("420", form(.fill)), try decode("420", form(.crop)))
    let (left, width) = (Int(form(.crop).origin.x), Int(form(.fill).size.width))
    for y in 0..<20 {
      let from = (y * width + left) * 4
      #expect(Array(crop[(y * 80)..<((y + 1) * 80)]) == Array(whole[from..<(from + 80)]), "row \(y)")
    }
  }

  @Test func scratchIsTakenWhereItIsNeededAndGivenBack() throws {
    var decoder = PhotoDecoder()
    let jpeg = try SampledJPEG.named("420")
    for form in JPEGDecoderTests.forms {
      var pixels = [UInt8](repeating: 0, count: Int(form.bytes))
      _ = unsafe try jpeg.withUnsafeBytes { jpeg in
        unsafe try pixels.withUnsafeMutableBytes {
          try unsafe decoder.decode(jpeg, as: form, expecting: SampledJPEG.size, into: $0)
        }
      }
      #expect(pixels.contains { $0 != 0 })
      #expect(decoder.scratch.byteCount == form.scratchBytes, "\(form)")
      decoder.scratch.release()
      #expect(decoder.scratch.byteCount == 0)
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
