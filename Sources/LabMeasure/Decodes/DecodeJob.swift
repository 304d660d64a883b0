import CacheLab
import StrategyKit

/// One real decode: which asset, as what, into which memory.
@safe struct DecodeJob {
  var asset: Int
  var form: BitmapForm
  var source: PixelSize
  var pixels: UnsafeMutableRawBufferPointer
  /// As what it is counted.
  var tier = Tier.full
  /// Whether the embedded thumbnail is decoded, whose size is then `source`.
  var isThumbnail = false
  /// False when the library's index says that the file does not decode; it is tried all the same.
  var mustDecode: Bool
  /// Where `pixels` begin in the memory that helper processes map; of no use to a decode in this process.
  var offset = 0
}

/// What a real decode took.
struct DecodeTiming {
  /// Thread CPU time, nanoseconds.
  var cpu: Int64 = 0
  /// Wall time, nanoseconds.
  var wall: Int64 = 0
  var tier = Tier.full
  /// True for an image that a helper process ended on: what it took is not known.
  var isLost = false
}
