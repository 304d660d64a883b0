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

  /// A file decoded at a scale and held as it comes.
  public init(_ source: PixelSize, at scale: DecodeScale) {
    self.scale = scale
    decoded = scale.scaled(source)
    (whole, size) = (decoded, decoded)
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
    let filled = fit == .eighth ? target : BitmapForm.filling(target, with: source)
    scale = DecodeScale.smallest(for: source, reaching: filled)
    decoded = scale.scaled(source)
    whole = fit == .eighth ? decoded : filled
    size =
      fit == .crop
      ? PixelSize(width: min(whole.width, target.width), height: min(whole.height, target.height)) : whole
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

/// The forms of files for each target size of a trace. Those of the first few sizes of photos are computed once.
struct BitmapForms: Sendable {
  private static let sourcesMax = 16
  private static let assetsMax = 1024

  private var targets: [PixelSize] = []
  private let fit: Fit
  /// The forms of `sources`, target size by target size.
  private var known: ContiguousArray<BitmapForm> = []
  private var sources: ContiguousArray<AssetInfo> = []

  init(of assets: some Sequence<AssetInfo>, fit: Fit) {
    for asset in assets.prefix(BitmapForms.assetsMax)
    where !sources.contains(where: { $0.size == asset.size && $0.isTurned == asset.isTurned }) {
      sources.append(asset)
      if sources.count == BitmapForms.sourcesMax { break }
    }
    self.fit = fit
  }

  mutating func reach(_ target: PixelSize) {
    targets.append(target)
    for asset in sources { known.append(BitmapForm(of: asset, reaching: target, fit: fit)) }
  }

  func form(of asset: AssetInfo, sizeClass: Int) -> BitmapForm {
    for index in sources.indices
    where sources[index].size == asset.size && sources[index].isTurned == asset.isTurned {
      return known[sizeClass * sources.count + index]
    }
    return BitmapForm(of: asset, reaching: targets[sizeClass], fit: fit)
  }
}

/// A size at which libjpeg-turbo can decode: a number of eighths of the source's size.
public struct DecodeScale: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// From 1 to 8; 8 is full size.
  public let eighths: Int32

  /// - Precondition: `eighths` is from 1 to 8.
  public init(eighths: Int32) {
    precondition(eighths >= 1 && eighths <= 8, "a decode scale is from 1 to 8 eighths")
    self.eighths = eighths
  }

  /// The size of the source itself.
  public static let full = DecodeScale(eighths: 8)

  /// All scales, smallest first.
  public static var all: [DecodeScale] { (1...8).map { DecodeScale(eighths: $0) } }

  /// Returns the smallest scale at which neither side of `source` falls short of `target`, full size when none does.
  public static func smallest(for source: PixelSize, reaching target: PixelSize) -> DecodeScale {
    for eighths in 1...7 as ClosedRange<Int32> {
      let scale = DecodeScale(eighths: eighths)
      if scale.scaled(source).covers(target) { return scale }
    }
    return .full
  }

  /// The size of the bitmap that decoding `size` gives: each side times `eighths`/8, rounded up.
  @inlinable
  public func scaled(_ size: PixelSize) -> PixelSize {
    PixelSize(width: scaled(side: size.width), height: scaled(side: size.height))
  }

  @inlinable
  func scaled(side: Int32) -> Int32 { Int32((Int64(side) * Int64(eighths) + 7) / 8) }

  public static func < (left: DecodeScale, right: DecodeScale) -> Bool { left.eighths < right.eighths }

  public var description: String { "\(eighths)/8" }
}

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
