import CacheLab
import Strategies
import Testing

@testable import LabLibrary

/// What fuzzing found in the codec, each with its smallest input.
@Suite struct JPEGFuzzFindingsTests {
  private static let size = PixelSize(width: 8, height: 8)

  @Test func fileAfterOneWithABadHeaderDecodes() throws {
    var encoder = try JPEGEncoder(largest: JPEGFuzzFindingsTests.size)
    let jpeg = unsafe try [UInt8](repeating: 90, count: 256).withUnsafeBytes {
      unsafe Array(try unsafe encoder.encode(bgra: $0, size: JPEGFuzzFindingsTests.size, quality: 90))
    }
    // There is no quantisation table number 5: libjpeg stops in the middle of the header.
    let bad = ForgedJPEG().segment(0xDB, [5] + [UInt8](repeating: 1, count: 64)).frame(width: 8, height: 8).scan()
    var decoder = try JPEGDecoder()
    for _ in 0..<2 {
      #expect(throws: CodecError.self) { _ = try outcome(of: bad.bytes, &decoder) }
      #expect(try outcome(of: jpeg, &decoder) == .complete)
    }
  }

  @Test func markersInsideSegmentsEndNoCount() throws {
    var jpeg = ForgedJPEG().frame(0xC2, width: 16, height: 16).scan().segment(0xFE, [0xFF, 0xD9])
    for _ in 0..<100 { jpeg = jpeg.scan() }
    #expect(throws: CodecError("101 scans, limit 100")) {
      _ = unsafe try jpeg.bytes.withUnsafeBytes { try unsafe JPEGMarkers($0) }
    }
  }

  @Test(arguments: [0, 4]) func scanOfNoOrForeignComponentsIsRefused(count: Int) {
    let jpeg = ForgedJPEG().frame(width: 8, height: 8).scan(components: count)
    #expect(throws: CodecError.self) { _ = unsafe try jpeg.bytes.withUnsafeBytes { try unsafe JPEGMarkers($0) } }
  }

  private func outcome(of jpeg: [UInt8], _ decoder: inout JPEGDecoder) throws -> DecodeOutcome {
    var pixels = [UInt8](repeating: 0, count: 256)
    return try unsafe jpeg.withUnsafeBytes { jpeg in
      try unsafe pixels.withUnsafeMutableBytes {
        try unsafe decoder.decode(jpeg, scale: .full, expecting: JPEGFuzzFindingsTests.size, into: $0)
      }
    }
  }
}
