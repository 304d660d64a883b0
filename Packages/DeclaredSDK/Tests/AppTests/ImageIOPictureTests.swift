import Foundation
import StrategyKit
import Testing

/// The lab's decoder on a Mac, `--decoder imageio`, on pictures whose pixels say where they lie.
@Suite struct ImageIOPictureTests {
  private func decoded(
    _ text: String, to whole: PixelSize, from origin: (x: Int32, y: Int32), size: PixelSize, isThumbnail: Bool = false
  ) -> (pixels: [UInt8], isThere: Bool) {
    let bytes = Array(text.utf8)
    var pixels = [UInt8](repeating: 9, count: Int(size.pixelCount) * 4)
    let isThere = unsafe bytes.withUnsafeBytes { file in
      unsafe pixels.withUnsafeMutableBytes { pixels in
        guard let picture = unsafe ImageIOPicture(file) else { return false }
        return unsafe picture.decode(isThumbnail: isThumbnail, to: whole, from: origin, size: size, into: pixels)
      }
    }
    return (pixels, isThere)
  }

  private func picture<Value>(_ text: String, _ read: (ImageIOPicture) -> Value) -> Value? {
    unsafe Array(text.utf8).withUnsafeBytes { unsafe ImageIOPicture($0).map(read) }
  }

  @Test func aFileSaysItsSizeAndHowItIsTurned() {
    #expect(picture("picture 4032 3024 6") { $0.size } == PixelSize(width: 4032, height: 3024))
    #expect(picture("picture 4032 3024 6") { $0.orientation } == 6)
    #expect(picture("picture 4032 3024 6") { $0.thumbnailSize } == .some(nil))
    #expect(picture("picture 4032 3024 1 320 240") { $0.thumbnailSize } == PixelSize(width: 320, height: 240))
    for other in ["", "no picture", "picture 0 3 1", "picture 4 -3 1"] {
      #expect(picture(other) { $0.size } == nil, "\(other)")
    }
  }

  @Test func theWholePictureFillsTheBitmap() {
    let size = PixelSize(width: 40, height: 30)
    let (pixels, isThere) = decoded("picture 4000 3000 1", to: size, from: (0, 0), size: size)
    #expect(isThere)
    #expect(Array(pixels[..<4]) == [3, 4, 0, 255], "the first pixel is at the upper left, blue first")
    #expect(Array(pixels.suffix(4)) == [251, 250, 0, 255])
  }

  /// The middle 40 x 40 of 40 x 60 begins below ten rows.
  @Test func aPartIsTheOneThatIsAskedFor() {
    let (pixels, isThere) = decoded(
      "picture 2000 3000 1", to: PixelSize(width: 40, height: 60), from: (0, 10), size: PixelSize(width: 40, height: 40)
    )
    #expect(isThere && pixels.count == 6400)
    #expect(pixels[1] == UInt8(10.5 / 60 * 255) && pixels[6397] == UInt8(49.5 / 60 * 255))
    let (wide, _) = decoded(
      "picture 3000 2000 1", to: PixelSize(width: 60, height: 40), from: (5, 0), size: PixelSize(width: 40, height: 40))
    #expect(wide[0] == UInt8(5.5 / 60 * 255) && wide[1] == UInt8(0.5 / 40 * 255))
  }

  @Test func aThumbnailIsDecodedWhereThereIsOne() {
    let size = PixelSize(width: 32, height: 24)
    #expect(decoded("picture 4000 3000 1 320 240", to: size, from: (0, 0), size: size, isThumbnail: true).isThere)
    let (pixels, isThere) = decoded("picture 4000 3000 1", to: size, from: (0, 0), size: size, isThumbnail: true)
    #expect(!isThere && pixels.allSatisfy { $0 == 9 })
  }
}
