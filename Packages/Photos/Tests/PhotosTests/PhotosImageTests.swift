import Strategies
import Testing

@testable import PhotosModel

@Suite struct PhotosImageTests {
  /// The letter F as eight cameras would store it, and upright (the figure in the EXIF standard's annexes).
  @Test(arguments: [
    (1, ["ab", "cd", "ef"]), (2, ["ba", "dc", "fe"]), (3, ["fe", "dc", "ba"]), (4, ["ef", "cd", "ab"]),
    (5, ["ace", "bdf"]), (6, ["eca", "fdb"]), (7, ["fdb", "eca"]), (8, ["bdf", "ace"]),
  ])
  func itStandsUpright(_ orientation: Int, _ upright: [String]) {
    #expect(LetterSource.rows(LetterSource.image(["ab", "cd", "ef"]).turned(Int32(orientation))) == upright)
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

  @Test func aPartIsThatPart() {
    let image = LetterSource.image(["aaabbb", "aaabbb", "cccddd", "cccddd"])
    let made = image.resized(ImagePart(x: 3, y: 2, width: 3, height: 2), to: PixelSize(width: 2, height: 2))
    #expect(LetterSource.rows(made) == ["dd", "dd"])
  }
}
