import CacheLab
import StrategyKit

/// What a host asks of a helper process: nine numbers of eight bytes, in the byte order of the machine.
struct HelperRequest: Equatable {
  enum Kind: Int64 {
    case decode = 1
    /// Only to warm up: the image goes nowhere.
    case rehearse = 2
  }

  static let byteCount = 9 * 8
  private static let mark: Int64 = 0x3171_6572_6261_6C63

  var kind: Kind
  /// The answer has the same.
  var number: Int64
  var asset: Int
  var scale: DecodeScale
  /// Whether the embedded thumbnail is decoded.
  var isThumbnail: Bool
  var source: PixelSize
  /// Where the bitmap begins in the shared memory, and how long it is.
  var offset: Int
  var byteCount: Int
  var mustDecode: Bool

  func write(to buffer: UnsafeMutableRawBufferPointer) {
    let words: (Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64, Int64) = (
      HelperRequest.mark, kind.rawValue, number, Int64(asset), Int64(scale.eighths),
      (isThumbnail ? 1 : 0) | (mustDecode ? 2 : 0), Int64(source.width) << 32 | Int64(source.height),
      Int64(offset), Int64(byteCount)
    )
    unsafe buffer.storeBytes(of: words, as: type(of: words))
  }
}

extension HelperRequest {
  /// Nil for anything that `write` did not write.
  init?(_ buffer: UnsafeMutableRawBufferPointer) {
    func word(_ index: Int) -> Int64 { unsafe buffer.load(fromByteOffset: index * 8, as: Int64.self) }
    guard word(0) == HelperRequest.mark, let kind = Kind(rawValue: word(1)), word(3) >= 0, (1...8).contains(word(4)),
      (0...3).contains(word(5)), word(6) > 0, word(7) >= 0, word(8) >= 0
    else { return nil }
    self.kind = kind
    number = word(2)
    asset = Int(word(3))
    scale = DecodeScale(eighths: Int32(word(4)))
    isThumbnail = word(5) & 1 == 1
    mustDecode = word(5) & 2 == 2
    source = PixelSize(
      width: Int32(truncatingIfNeeded: word(6) >> 32), height: Int32(truncatingIfNeeded: word(6)))
    offset = Int(word(7))
    byteCount = Int(word(8))
  }
}
