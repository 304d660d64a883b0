@testable import LabLibrary
import Strategies
import Testing

@Suite struct JPEGMarkersTests {
  private func markers(_ jpeg: ForgedJPEG) throws -> JPEGMarkers {
    unsafe try jpeg.bytes.withUnsafeBytes { try unsafe JPEGMarkers($0) }
  }

  @Test func nothingAndOtherFilesAreNoJPEG() {
    #expect(throws: CodecError.notJPEG) { try markers(ForgedJPEG(bytes: [])) }
    #expect(throws: CodecError.notJPEG) { try markers(ForgedJPEG(bytes: [0xFF])) }
    #expect(throws: CodecError.notJPEG) { try markers(ForgedJPEG(bytes: Array("\u{89}PNG".utf8))) }
  }

  @Test func everyCutBeforeTheFirstScanIsRefused() throws {
    let whole = ForgedJPEG().segment(0xDB, [UInt8](repeating: 1, count: 65)).frame(width: 64, height: 48)
      .scan().end()
    let start = try markers(whole).entropyOffset
    for count in 0..<start {
      #expect(throws: CodecError.self, "cut after \(count) bytes") {
        try markers(ForgedJPEG(bytes: Array(whole.bytes.prefix(count))))
      }
    }
    #expect(try markers(ForgedJPEG(bytes: Array(whole.bytes.prefix(start)))).size.width == 64)
  }

  @Test func baselineHeaderIsReadInFull() throws {
    let jpeg = ForgedJPEG().frame(width: 1024, height: 768).segment(0xDD, [0, 8]).scan().end()
    let found = try markers(jpeg)
    #expect(found.size == PixelSize(width: 1024, height: 768) && found.componentCount == 3 && found.scanCount == 1)
    #expect(!found.isProgressive && found.coefficientBytes == .zero && found.orientation == 1 && found.thumbnail == nil)
  }

  @Test func progressiveScansAreCountedAndTheirMemoryIsKnown() throws {
    var jpeg = ForgedJPEG().frame(0xC2, width: 1024, height: 768)
    for _ in 0..<10 { jpeg = jpeg.scan() }
    let found = try markers(jpeg.end())
    #expect(found.isProgressive && found.scanCount == 10)
    // 64 x 48 units of six blocks, 128 bytes each: what limits.md measured as 2.4 MB.
    #expect(found.coefficientBytes == ByteCount(rawValue: 64 * 48 * 6 * 128))
  }

  @Test func componentsInScansOfTheirOwnNeedMemoryToo() throws {
    let jpeg = ForgedJPEG().frame(width: 16, height: 16).scan(components: 1).scan(components: 1).scan(components: 1)
    let found = try markers(jpeg.end())
    #expect(found.hasBufferedCoefficients && found.scanCount == 3)
  }

  @Test func greyAndPrintColoursAreTold() throws {
    #expect(try markers(ForgedJPEG().frame(width: 9, height: 9, components: 1).scan(components: 1)).componentCount == 1)
    #expect(try markers(ForgedJPEG().frame(width: 9, height: 9, components: 4).scan(components: 4)).componentCount == 4)
  }

  @Test func forgedDimensionsAreRefused() {
    #expect(throws: CodecError("65535x65535 pixels, limit 65,500 a side and 200 megapixels")) {
      try markers(ForgedJPEG().frame(width: 65535, height: 65535).scan())
    }
    #expect(throws: CodecError("65500x65500 pixels, limit 65,500 a side and 200 megapixels")) {
      try markers(ForgedJPEG().frame(width: 65500, height: 65500).scan())
    }
    #expect(throws: CodecError.self) { try markers(ForgedJPEG().frame(width: 0, height: 10).scan()) }
    #expect(throws: CodecError.self) { try markers(ForgedJPEG().frame(width: 10, height: 0).scan()) }
  }

  @Test func kindsThatAreNotDecodedAreNamed() {
    let cases: [ForgedJPEG] = [
      ForgedJPEG().frame(0xC3, width: 8, height: 8), ForgedJPEG().frame(0xC9, width: 8, height: 8),
      ForgedJPEG().frame(0xC1, width: 8, height: 8, precision: 12),
      ForgedJPEG().frame(width: 8, height: 8, components: 2),
    ]
    for jpeg in cases {
      #expect {
        try markers(jpeg.scan())
      } throws: { error in
        "\(error)".hasSuffix(" is not supported")
      }
    }
  }

  @Test func headersOutOfOrderAreRefused() {
    #expect(throws: CodecError.self) { try markers(ForgedJPEG().scan().frame(width: 8, height: 8)) }
    #expect(throws: CodecError.self) {
      try markers(ForgedJPEG().frame(width: 8, height: 8).frame(width: 9, height: 9).scan())
    }
    #expect(throws: CodecError.self) { try markers(ForgedJPEG().end()) }
    #expect(throws: CodecError.self) { try markers(ForgedJPEG(bytes: [0xFF, 0xD8, 0xFF, 0xD8])) }
    #expect(throws: CodecError.self) { try markers(ForgedJPEG(bytes: [0xFF, 0xD8, 0xFF, 0xE0, 0, 1])) }
  }

  @Test func endlessSegmentsAreCutOff() {
    var jpeg = ForgedJPEG()
    for _ in 0..<JPEGLimits.segmentsMax { jpeg = jpeg.segment(0xFE, [1]) }
    #expect(throws: CodecError.self) { try markers(jpeg.frame(width: 8, height: 8).scan()) }
  }

  @Test func exifOrientationIsReadInBothByteOrders() throws {
    let little: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    let big: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    for tiff in [little, big] {
      let jpeg = ForgedJPEG().segment(0xE1, Array("Exif\0\0".utf8) + tiff).frame(width: 8, height: 8).scan()
      #expect(try markers(jpeg).orientation == 6)
    }
  }

  @Test func everyDamagedByteOfAnExifBlockIsSurvived() throws {
    let tiff: [UInt8] = [
      0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 26, 0, 0, 0, 2, 0, 1, 2, 4, 0,
      1, 0, 0, 0, 60, 0, 0, 0, 2, 2, 4, 0, 1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xD8, 0xFF, 0xD9,
    ]
    let whole = ForgedJPEG().segment(0xE1, Array("Exif\0\0".utf8) + tiff).frame(width: 8, height: 8).scan()
    #expect(try markers(whole).thumbnail?.count == 4)
    for place in 12..<(12 + tiff.count) {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var damaged = whole
        damaged.bytes[place] = value
        let found = try markers(damaged)
        #expect((1...8).contains(found.orientation))
        if let range = found.thumbnail { #expect(range.upperBound <= damaged.bytes.count) }
      }
    }
  }
}
