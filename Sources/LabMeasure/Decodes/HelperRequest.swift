import CacheLab
import StrategyKit

/// What a host asks of a helper process: eleven numbers of eight bytes, in the byte order of the machine.
struct HelperRequest: Equatable {
  enum Kind: Int64 {
    case decode = 1
    /// Only to warm up: the image goes nowhere.
    case rehearse = 2
  }

  static let byteCount = 11 * 8
  private static let mark: Int64 = 0x3171_6572_6261_6C63

  var kind: Kind
  /// The answer has the same.
  var number: Int64
  var asset: Int
  /// What becomes of it.
  var form: BitmapForm
  /// Whether the embedded thumbnail is decoded.
  var isThumbnail: Bool
  var source: PixelSize
  /// Where the bitmap begins in the shared memory, and how long it is.
  var offset: Int
  var byteCount: Int
  var mustDecode: Bool

  func write(to buffer: UnsafeMutableRawBufferPointer) {
    let flags: Int64 = (isThumbnail ? 1 : 0) | (mustDecode ? 2 : 0) | (form.pixels == .yuv420 ? 4 : 0)
    let words: [Int64] = [
      HelperRequest.mark, kind.rawValue, number, Int64(asset), Int64(form.scale.eighths), flags,
      HelperRequest.word(source), HelperRequest.word(form.whole), HelperRequest.word(form.size), Int64(offset),
      Int64(byteCount),
    ]
    for (index, word) in words.enumerated() {
      unsafe buffer.storeBytes(of: word, toByteOffset: index * 8, as: Int64.self)
    }
  }
}

extension HelperRequest {
  /// Nil for anything that `write` did not write.
  init?(_ buffer: UnsafeMutableRawBufferPointer) {
    func word(_ index: Int) -> Int64 { unsafe buffer.load(fromByteOffset: index * 8, as: Int64.self) }
    guard word(0) == HelperRequest.mark, let kind = Kind(rawValue: word(1)), word(3) >= 0, (1...8).contains(word(4)),
      (0...7).contains(word(5)), let source = HelperRequest.size(word(6)), let whole = HelperRequest.size(word(7)),
      let size = HelperRequest.size(word(8)), word(9) >= 0, word(10) >= 0,
      let form = BitmapForm(
        source, at: DecodeScale(eighths: Int32(word(4))), whole: whole, size: size,
        pixels: word(5) & 4 == 4 ? .yuv420 : .bgra)
    else { return nil }
    self.kind = kind
    number = word(2)
    asset = Int(word(3))
    self.form = form
    isThumbnail = word(5) & 1 == 1
    mustDecode = word(5) & 2 == 2
    self.source = source
    offset = Int(word(9))
    byteCount = Int(word(10))
  }

  private static func word(_ size: PixelSize) -> Int64 { Int64(size.width) << 32 | Int64(size.height) }

  /// Nil for a size that no picture has.
  private static func size(_ word: Int64) -> PixelSize? {
    let size = PixelSize(width: Int32(truncatingIfNeeded: word >> 32), height: Int32(truncatingIfNeeded: word))
    return size.width > 0 && size.height > 0 ? size : nil
  }
}
