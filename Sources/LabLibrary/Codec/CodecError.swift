/// The reason why a JPEG gave no pixels, or pixels no JPEG, in words.
public struct CodecError: Error, Equatable, Sendable, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }

  /// The data does not begin with a start-of-image marker.
  public static let notJPEG = CodecError("not a JPEG: it does not begin with FF D8")

  static func truncated(offset: Int) -> CodecError {
    CodecError("the JPEG ends at byte \(offset), before its first scan")
  }

  static func badMarker(offset: Int, reason: String) -> CodecError {
    CodecError("bad JPEG marker at byte \(offset): \(reason)")
  }

  static func unsupported(_ what: String) -> CodecError { CodecError("\(what) is not supported") }

  static func sizeMismatch(expected: PixelSize, found: PixelSize) -> CodecError {
    CodecError("the JPEG is \(found), its index says \(expected)")
  }

  static func bufferTooSmall(needed: Int, given: Int) -> CodecError {
    CodecError("a bitmap of \(needed) bytes does not fit into \(given)")
  }

  static let noPicture = CodecError("ImageIO finds no picture in it")
}

/// The outcome of a decode.
public enum DecodeOutcome: Sendable {
  case complete
  /// libjpeg-turbo met damaged data, warned, and filled the gaps.
  case partial
}

/// The limits of a file, checked before any memory is taken.
public enum JPEGLimits {
  /// libjpeg itself takes no more than 65,500.
  static let sideMax: Int32 = 65_500
  static let pixelsMax: Int64 = 200_000_000
  /// The most scans of a file that is decoded in several passes. Encoders write about ten; thousands are an attack,
  /// because each costs a pass over all coefficients.
  public static let scansMax = 100
  static let coefficientBytesMax: Int64 = 256_000_000
  static let segmentsMax = 1_000
}
