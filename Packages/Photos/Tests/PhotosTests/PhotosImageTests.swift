import Foundation
import LabLibrary
import Strategies
import Testing

@testable import PhotosModel

@Suite struct PhotosImageTests {
  /// A JPEG of three dark rows above three bright ones.
  private static func file() throws -> Data {
    let image = LetterSource.image([String](repeating: "11111111", count: 8) + Array(repeating: "zzzzzzzz", count: 8))
    var encoder = try JPEGEncoder(largest: image.pixelSize)
    return unsafe try image.pixels.withUnsafeBytes { pixels in
      unsafe Data(try encoder.encode(bgra: pixels, size: image.pixelSize, quality: 90))
    }
  }

  /// EXIF data with an orientation and nothing else.
  private static func exif(_ orientation: UInt8) -> [UInt8] {
    let directory: [UInt8] = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    let body = Array("Exif".utf8) + [0, 0, 0x4D, 0x4D, 0, 42, 0, 0, 0, 8] + directory
    return [0xFF, 0xE1, 0, UInt8(body.count + 2)] + body
  }

  @Test(arguments: [1, 3, 6, 8]) func dataOfAJPEGIsAnUprightImage(_ orientation: UInt8) throws {
    var file = try Self.file()
    file.insert(contentsOf: Self.exif(orientation), at: 2)
    let image = try #require(PhotosImage(data: file))
    let isTurned = orientation > 4
    #expect(image.pixelSize == PixelSize(width: isTurned ? 16 : 8, height: isTurned ? 8 : 16))
    #expect(image.size == CGSize(image.pixelSize))
    // The first and the last pixel.
    let isDark = [image.pixels[0], image.pixels[image.byteCount - 4]].map { $0 < 85 }
    #expect(isDark == (orientation == 1 || orientation == 8 ? [true, false] : [false, true]))
  }

  @Test func otherDataIsNoImage() throws {
    let file = try Self.file()
    for data in [Data(), Data("no image".utf8), file.prefix(20), Data(file.dropFirst(2))] {
      #expect(PhotosImage(data: data) == nil)
    }
  }

  @Test func aPlainAreaStaysPlainAtEverySize() {
    let image = LetterSource.image([String](repeating: String(repeating: "m", count: 31), count: 23))
    for (width, height) in [(1, 1), (7, 5), (31, 23), (64, 90)] {
      let part = ImagePart(x: 0.5, y: 1.25, width: 20, height: 15)
      let made = image.resized(part, to: PixelSize(width: Int32(width), height: Int32(height)))
      #expect(made.pixels.count == width * height * 4)
      #expect(made.pixels.enumerated().allSatisfy { $0.element == ($0.offset % 4 == 3 ? 255 : UInt8(ascii: "m")) })
    }
  }

  @Test func halvingTakesTheMean() {
    let image = LetterSource.image(["acac", "acac"])
    let made = image.resized(ImagePart(x: 0, y: 0, width: 4, height: 2), to: PixelSize(width: 2, height: 1))
    #expect(LetterSource.rows(made) == ["bb"])
  }
}
