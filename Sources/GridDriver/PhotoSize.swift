// Whoever imports the driver has what its calls are made of.
@_exported public import GridEngine
@_exported public import StrategyKit

/// What a driver needs to know of a photo before it is decoded.
public struct PhotoSize: Hashable, Sendable {
  /// The whole picture in pixels, upright; a side that is not positive says that it is not known.
  public var pixels: PixelSize
  /// The thumbnail that the source can give for it, in pixels; nil where it gives none. One that is not positive, or has a
  /// side above 65,535, is none.
  public var thumbnail: PixelSize?

  public init(_ pixels: PixelSize, thumbnail: PixelSize? = nil) {
    self.pixels = pixels
    self.thumbnail = thumbnail
  }

  /// 0 x 0 where there is none.
  var usableThumbnail: PixelSize {
    let sides: ClosedRange<Int32> = 1...65_535
    guard let thumbnail, sides.contains(thumbnail.width), sides.contains(thumbnail.height) else {
      return PixelSize(width: 0, height: 0)
    }
    return thumbnail
  }
}

/// How a driver works; the defaults suit `PHImageManager`.
public struct GridDriverOptions: Hashable, Sendable {
  /// Requests that are open at once, from 1 to 64; a number beyond counts as the nearest of these.
  public var workers = 2
  /// How much of a photo an image holds: `fill` the whole picture, `crop` the part that the cell shows.
  public var fit = Fit.fill
  /// Bytes of an image by its pixels.
  public var pixels = PixelFormat.bgra
  /// A request that is not answered for so long has failed. Until then it counts among the workers, wanted or not: where
  /// images come from a network, give a shorter time, or more workers.
  public var answerLimit = Nanoseconds(rawValue: 30_000_000_000)

  public init() {}

  var allowed: GridDriverOptions {
    var options = self
    options.workers = min(max(1, workers), 64)
    return options
  }
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
