public import StrategyKit

/// What a file may ask for before it is refused; checked before any memory is taken.
public struct JPEGLimits: Equatable, Sendable {
  /// The longest side in pixels; libjpeg itself takes no more than 65,500.
  public var maxSide: Int32
  /// Width times height.
  public var maxPixels: Int64
  /// Scans of a file that is decoded in several passes. Encoders write about ten; thousands are an attack,
  /// because each costs a pass over all coefficients.
  public var maxScans: Int
  /// Memory that a decoder of several passes may hold beside the bitmap: a header of a hundred bytes may ask for
  /// gigabytes.
  public var maxCoefficientBytes: Int64
  /// Marker segments before the first scan.
  public var maxSegments: Int

  public init(
    maxSide: Int32 = 65_500, maxPixels: Int64 = 200_000_000, maxScans: Int = 100, maxSegments: Int = 1_000,
    maxCoefficientBytes: Int64 = 256_000_000
  ) {
    self.maxSide = maxSide
    self.maxPixels = maxPixels
    self.maxScans = maxScans
    self.maxSegments = maxSegments
    self.maxCoefficientBytes = maxCoefficientBytes
  }

  /// 65,500 a side, 200 megapixels, 100 scans, 1,000 segments, 256 MB of coefficients.
  public static let standard = JPEGLimits()

  /// True when a frame of this size may be decoded.
  public func allow(_ size: PixelSize) -> Bool {
    size.width <= maxSide && size.height <= maxSide && size.pixelCount <= maxPixels
  }
}
