public import StrategyKit

/// How much of a photo a bitmap holds, and at which size.
public enum Fit: String, CaseIterable, Sendable {
  /// The whole picture at the smallest eighth of its size that covers the target: what the decoder gives by itself.
  case eighth
  /// The whole picture, its shorter side the target's: what Photos delivers for fast and exact resizing.
  case fill
  /// The target's pixels from its middle: what aspect fill shows, exact resizing with a `normalizedCropRect`.
  case crop
}

/// How a bitmap holds its pixels.
public enum PixelFormat: String, CaseIterable, Sendable {
  /// Four bytes a pixel, blue first.
  case bgra
  /// A plane of luma and two of chroma with half its width and height, rounded up. Rows are padded to 16 bytes.
  case yuv420

  /// Rows of planes begin at multiples of so many bytes.
  public static let rowAlignment: Int64 = 16

  /// Bytes of a row of a plane, its padding included.
  public static func rowBytes(ofPlaneWidth width: Int32) -> Int64 {
    (Int64(width) + rowAlignment - 1) / rowAlignment * rowAlignment
  }

  /// Bytes of a bitmap of a size.
  public func bytes(of size: PixelSize) -> Int64 {
    switch self {
    case .bgra: size.pixelCount * 4
    case .yuv420:
      PixelFormat.rowBytes(ofPlaneWidth: size.width) * Int64(size.height)
        + 2 * PixelFormat.rowBytes(ofPlaneWidth: size.chroma.width) * Int64(size.chroma.height)
    }
  }
}

extension PixelSize {
  /// The same with width and height exchanged.
  public var turned: PixelSize { PixelSize(width: height, height: width) }

  /// The size of a chroma plane of 4:2:0: half of each side, rounded up.
  public var chroma: PixelSize { PixelSize(width: (width + 1) / 2, height: (height + 1) / 2) }
}
