public import StrategyKit

/// The part of a photo that a bitmap holds, and its size.
public enum Fit: String, CaseIterable, Sendable {
  /// The whole picture at the smallest eighth of its size that covers the target: what the decoder gives by itself. For
  /// the lab's own tests, whose counts rest on it; no command and no session takes it.
  case eighth
  /// The whole picture, its shorter side the target's: what Photos delivers for fast and exact resizing.
  case fill
  /// The target's pixels from its middle: what aspect fill shows, exact resizing with a `normalizedCropRect`.
  case crop

  /// Those to choose from.
  public static let allCases: [Fit] = [.fill, .crop]
}

extension PixelSize {
  /// The same with width and height exchanged.
  public var turned: PixelSize { PixelSize(width: height, height: width) }

  /// The bytes of a bitmap of this size: four a pixel, blue first.
  public var bitmapBytes: Int64 { pixelCount * 4 }
}
