import CacheLab
import StrategyKit

/// The steps from a file to a requested image: the scale of its decode, and the work at delivery. Only the decoded
/// image is ever cached.
struct ImagePlan: Sendable {
  let scale: DecodeScale
  /// A smaller scale for a second degraded image, or nil if it would be the same.
  let secondaryScale: DecodeScale?
  /// The least size of the decoded image, in the file's orientation.
  let needed: PixelSize
  /// The EXIF orientations to apply at delivery: the file's, then that of an edit.
  let turns: [Int32]
  let isGrey: Bool
  /// The delivered part, in fractions of the upright image, and its size; nil to deliver the decoded image.
  let resize: (part: ImagePart, size: PixelSize)?

  /// The most pixels of an enlarged image: more would take over 400 MB, so the request fails.
  static let pixelsMax: Int64 = 100_000_000

  /// The size of the second degraded image that apps report, 342x256.
  private static let secondaryTarget = PixelSize(width: 342, height: 256)

  /// - Parameter stored: The size of the file in its own orientation.
  init(
    stored: PixelSize, asset: Asset, target: PixelSize, mode: ImageContentMode, options: ImageRequestOptions.Values
  ) {
    let isCurrent = options.version == .current
    var turns: [Int32] = asset.orientation > 1 ? [asset.orientation] : []
    if isCurrent, asset.adjustment == .quarterTurn { turns.append(6) }
    self.turns = turns
    isGrey = isCurrent && asset.adjustment == .mono
    let swaps = turns.count { $0 >= 5 } % 2 == 1
    let upright = swaps ? stored.turned : stored
    if target.width < 0 || target.height < 0 || options.resizeMode == .none {
      scale = .full
      secondaryScale = ImagePlan.secondary(stored, below: .full)
      needed = stored
      resize = nil
      return
    }
    let crop = options.resizeMode == .exact ? options.crop ?? .whole : .whole
    let part = (width: Double(upright.width) * crop.width, height: Double(upright.height) * crop.height)
    let ratios = (Double(target.width) / part.width, Double(target.height) / part.height)
    let factor = mode == .aspectFill ? max(ratios.0, ratios.1) : min(ratios.0, ratios.1)
    let reach = min(1, factor)
    let size = ImagePlan.size(up: Double(upright.width) * reach, Double(upright.height) * reach)
    needed = swaps ? size.turned : size
    scale = DecodeScale.smallest(for: stored, reaching: needed)
    secondaryScale = ImagePlan.secondary(stored, below: scale)
    guard options.resizeMode == .exact else {
      resize = nil
      return
    }
    switch mode {
    case .aspectFit: resize = (crop, ImagePlan.size(part.width * factor, part.height * factor))
    case .aspectFill:
      // The centre of the part, with the target's shape.
      let (width, height) = (
        Double(target.width) / factor / Double(upright.width), Double(target.height) / factor / Double(upright.height)
      )
      let middle = ImagePart(
        x: crop.x + max(0, crop.width - width) / 2, y: crop.y + max(0, crop.height - height) / 2,
        width: min(width, crop.width), height: min(height, crop.height))
      resize = (middle, target)
    }
  }

  /// Returns the image to deliver for a decoded image. A degraded image is only turned, not resized.
  func deliver(_ image: PhotosImage, isDegraded: Bool) -> PhotosImage {
    var image = image
    for turn in turns { image = image.turned(turn) }
    if let resize, !isDegraded {
      let (width, height) = (Double(image.pixelSize.width), Double(image.pixelSize.height))
      let part = ImagePart(
        x: resize.part.x * width, y: resize.part.y * height, width: resize.part.width * width,
        height: resize.part.height * height)
      let isWhole = resize.size == image.pixelSize && part.width == width && part.height == height
      if !isWhole { image = image.resized(part, to: resize.size) }
    }
    return isGrey ? image.grey() : image
  }

  /// True when the result would be far too large.
  var isTooLarge: Bool {
    guard let resize else { return false }
    return resize.size.pixelCount > max(ImagePlan.pixelsMax, needed.pixelCount)
  }

  private static func secondary(_ stored: PixelSize, below scale: DecodeScale) -> DecodeScale? {
    let secondary = DecodeScale.smallest(for: stored, reaching: secondaryTarget)
    return secondary < scale ? secondary : nil
  }

  private static func size(_ width: Double, _ height: Double) -> PixelSize {
    PixelSize(width: Int32(max(1, width.rounded())), height: Int32(max(1, height.rounded())))
  }

  /// Rounds a size up, except for mere rounding errors.
  private static func size(up width: Double, _ height: Double) -> PixelSize {
    PixelSize(
      width: Int32(max(1, (width - 1e-6).rounded(.up))), height: Int32(max(1, (height - 1e-6).rounded(.up))))
  }
}
