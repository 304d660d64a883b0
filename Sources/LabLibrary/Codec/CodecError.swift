import LabBase
public import StrategyKit

/// Why a JPEG gave no pixels, or pixels no JPEG.
public enum CodecError: Error, Equatable, Sendable {
  /// The data does not begin with a start-of-image marker.
  case notJPEG
  /// The data ends before the first scan.
  case truncated(offset: Int)
  /// A marker segment contradicts the format.
  case badMarker(offset: Int, reason: String)
  /// A JPEG that is well formed, of a kind that the lab does not decode.
  case unsupported(String)
  /// The dimensions pass the limits; no memory was taken.
  case tooLarge(PixelSize, JPEGLimits)
  /// A file of several passes whose coefficients pass the limit; no memory was taken.
  case tooManyCoefficients(needed: ByteCount, limit: ByteCount)
  /// More scans than the limit; no memory was taken.
  case tooManyScans(Int, limit: Int)
  /// The header gives another size than the index does.
  case sizeMismatch(expected: PixelSize, found: PixelSize)
  /// The pixels do not fit into the memory that was handed in.
  case bufferTooSmall(needed: Int, given: Int)
  /// libjpeg-turbo could not make a codec.
  case noHandle(String)
  /// libjpeg-turbo gave up, in these words.
  case failed(String)
  /// ImageIO found no picture, or gave none.
  case noPicture
}

extension CodecError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notJPEG: "not a JPEG: it does not begin with FF D8"
    case .truncated(let offset): "the JPEG ends at byte \(offset), before its first scan"
    case .badMarker(let offset, let reason): "bad JPEG marker at byte \(offset): \(reason)"
    case .unsupported(let what): "\(what) is not supported"
    case .tooLarge(let size, let limits):
      "\(size) pixels, limit \(NumberText.grouped(Int64(limits.maxSide))) a side and "
        + "\(limits.maxPixels / 1_000_000) megapixels"
    case .tooManyCoefficients(let needed, let limit):
      "a progressive file, or one of several scans, that needs \(needed.rawValue / 1_000_000) MB of coefficients, limit "
        + "\(limit.rawValue / 1_000_000)"
    case .tooManyScans(let count, let limit): "\(NumberText.grouped(Int64(count))) scans, limit \(limit)"
    case .sizeMismatch(let expected, let found): "the JPEG is \(found), its index says \(expected)"
    case .bufferTooSmall(let needed, let given): "a bitmap of \(needed) bytes does not fit into \(given)"
    case .noHandle(let message): "libjpeg-turbo made no codec: \(message)"
    case .failed(let message): "libjpeg-turbo: \(message)"
    case .noPicture: "ImageIO finds no picture in it"
    }
  }
}
