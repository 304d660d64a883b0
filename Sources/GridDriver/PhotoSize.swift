// Whoever imports the driver has what its calls are made of.
@_exported public import GridEngine
@_exported public import StrategyKit

/// What a driver needs to know of a photo before it is decoded.
public struct PhotoSize: Hashable, Sendable {
  /// The whole picture in pixels, upright.
  public var pixels: PixelSize
  /// The thumbnail that the source can give for it, in pixels; nil where it gives none.
  public var thumbnail: PixelSize?

  /// - Precondition: positive sizes; a thumbnail of at most 65,535 pixels a side.
  public init(_ pixels: PixelSize, thumbnail: PixelSize? = nil) {
    precondition(pixels.width > 0 && pixels.height > 0, "a photo has pixels")
    self.pixels = pixels
    self.thumbnail = thumbnail
  }
}

/// How a driver works; the defaults suit `PHImageManager`.
public struct GridDriverOptions: Hashable, Sendable {
  /// Requests that are open at once.
  public var workers = 2
  /// How much of a photo an image holds: `fill` the whole picture, `crop` the part that the cell shows.
  public var fit = Fit.fill
  /// Bytes of an image by its pixels.
  public var pixels = PixelFormat.bgra
  /// A request that is not answered for so long has failed.
  public var answerLimit = Nanoseconds(rawValue: 30_000_000_000)

  public init() {}
}

/// Why there is no driver.
public enum GridDriverError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The strategy knows the scroll beforehand.
  case yardstick(String)

  public var description: String {
    switch self {
    case .yardstick(let name): "'\(name)' knows the scroll beforehand, so no app can run it: take another strategy"
    }
  }
}
