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

/// How a decode ended.
public enum DecodeOutcome: Equatable, Sendable {
  /// Every pixel is there.
  case complete
  /// libjpeg-turbo met damaged data, warned in these words, and filled in what was missing.
  case partial(String)
  /// Of a photo that is known to give no image, none came, for this reason.
  case nothing(String)

  public var isPartial: Bool {
    if case .partial = self { return true }
    return false
  }
}

/// What a file may ask for before it is refused; checked before any memory is taken.
public struct JPEGLimits: Equatable, Sendable {
  /// The longest side in pixels; libjpeg itself takes no more than 65,500.
  public var maxSide: Int32 = 65_500
  /// Width times height.
  public var maxPixels: Int64 = 200_000_000
  /// Scans of a file that is decoded in several passes. Encoders write about ten; thousands are an attack,
  /// because each costs a pass over all coefficients.
  public var maxScans: Int = 100
  /// Memory that a decoder of several passes may hold beside the bitmap: a header of a hundred bytes may ask for
  /// gigabytes.
  public var maxCoefficientBytes: Int64 = 256_000_000
  /// Marker segments before the first scan.
  public var maxSegments: Int = 1_000

  /// 65,500 a side, 200 megapixels, 100 scans, 1,000 segments, 256 MB of coefficients.
  public static let standard = JPEGLimits()

  /// True when a frame of this size may be decoded.
  public func allow(_ size: PixelSize) -> Bool {
    size.width <= maxSide && size.height <= maxSide && size.pixelCount <= maxPixels
  }
}
