public import StrategyKit

/// The bitmap of a photo's file for a target size: the scale of the decode, the size to which the whole picture is reduced,
/// and the part of it that is held.
///
/// All sizes are in pixels and upright or turned as the file has them.
public struct BitmapForm: Hashable, Sendable {
  public let scale: DecodeScale
  /// The whole picture as the decoder gives it.
  public let decoded: PixelSize
  /// The whole picture after the reduction; never larger than `decoded`.
  public let whole: PixelSize
  /// The size that is held: `whole`, or the part from its middle.
  public let size: PixelSize

  public init(scale: DecodeScale, decoded: PixelSize, whole: PixelSize, size: PixelSize) {
    self.scale = scale
    self.decoded = decoded
    self.whole = whole
    self.size = size
  }

  /// A file decoded at a scale and held as it comes.
  public init(_ source: PixelSize, at scale: DecodeScale) {
    let decoded = scale.scaled(source)
    self.init(scale: scale, decoded: decoded, whole: decoded, size: decoded)
  }

  /// Creates the form of a photo for a target, which is turned if the photo's file is.
  ///
  /// - Parameter target: The size of a cell, positive.
  public init(of asset: AssetInfo, reaching target: PixelSize, fit: Fit) {
    // The eighth is that of the file as it is stored, as it always was.
    let target = asset.isTurned && fit != .eighth ? target.turned : target
    self.init(of: asset.size, reaching: target, fit: fit)
  }

  /// Creates the form of a file of a size for a target.
  ///
  /// - Parameters:
  ///   - source: The size of the file's picture, positive.
  ///   - target: The size of a cell, positive, turned as the file is.
  public init(of source: PixelSize, reaching target: PixelSize, fit: Fit) {
    if fit == .eighth {
      self.init(source, at: DecodeScale.smallest(for: source, reaching: target))
      return
    }
    let whole = BitmapForm.filling(target, with: source)
    let scale = DecodeScale.smallest(for: source, reaching: whole)
    let size =
      fit == .fill
      ? whole : PixelSize(width: min(whole.width, target.width), height: min(whole.height, target.height))
    self.init(scale: scale, decoded: scale.scaled(source), whole: whole, size: size)
  }

  /// Returns the size of a picture that fills a target: scaled by the larger of both ratios, never above 1, each side
  /// rounded to the nearest pixel, at least the target's where the picture is as large.
  static func filling(_ target: PixelSize, with source: PixelSize) -> PixelSize {
    let (width, height) = (Int64(source.width), Int64(source.height))
    let (across, down) = (Int64(target.width), Int64(target.height))
    let isWide = across * height < down * width
    let (part, all) = isWide ? (down, height) : (across, width)
    if part >= all { return source }
    func side(_ side: Int64, _ target: Int64) -> Int32 {
      Int32(max((2 * side * part + all) / (2 * all), min(side, target)))
    }
    return PixelSize(width: side(width, across), height: side(height, down))
  }

  /// The origin of the part in the whole: the middle, rounded down.
  public var origin: (x: Int32, y: Int32) { ((whole.width - size.width) / 2, (whole.height - size.height) / 2) }

  /// The bytes of what is held.
  public var bytes: Int64 { size.bitmapBytes }

  /// True where what is held is not what the decoder gives: it is decoded beside and then written.
  public var isReduced: Bool { size != decoded }

  /// Pixels that the reduction writes; none where what is held is what the decoder gives.
  public var reducedPixels: Int64 { isReduced ? size.pixelCount : 0 }

  /// Memory that the decode needs beside the bitmap; 0 where it needs none.
  public var scratchBytes: Int64 { isReduced ? decoded.bitmapBytes : 0 }
}
