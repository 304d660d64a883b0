// A file that imports the driver has the types of its calls.
@_exported public import GridEngine
@_exported public import StrategyKit

/// The sizes of a photo, which a driver uses before it is decoded.
public struct PhotoSize: Hashable, Sendable {
  /// The whole picture in pixels, upright; a side that is not positive says that it is not known.
  public var pixels: PixelSize
  /// The thumbnail that the source can give for it, in pixels; nil where that is not known: then it is as large as the
  /// source says (`ImageSource.thumbnailSize`). One that is not positive, has a side above 65,535, or takes 4 GiB says that
  /// there is none.
  public var thumbnail: PixelSize?

  /// The size of the thumbnails in camera files, by their rule (DCF): 160 x 120 pixels.
  public static let cameraThumbnail = PixelSize(width: 160, height: 120)

  public init(_ pixels: PixelSize, thumbnail: PixelSize? = nil) {
    self.pixels = pixels
    self.thumbnail = thumbnail
  }

  /// Returns the photo as a machine has it. One of unknown size is a large square: its image is as large as its cell.
  ///
  /// - Parameter thumbnail: What the source says of all.
  func asset(_ thumbnail: PixelSize?, _ isTurned: Bool = false) -> AssetInfo {
    let isKnown = pixels.width > 0 && pixels.height > 0
    let size = isKnown ? pixels : AssetInfo.unknownSize
    return AssetInfo(
      width: size.width, height: size.height, encodedBytes: 0, thumbnailBytes: 0,
      thumbnailSize: self.thumbnail(orElse: thumbnail), decodes: true, isTurned: isTurned)
  }

  /// 0 x 0 where there is none.
  ///
  /// - Parameter size: What the source says of all.
  func thumbnail(orElse size: PixelSize?) -> PixelSize {
    let sides: ClosedRange<Int32> = 1...65_535
    guard let thumbnail = thumbnail ?? size, sides.contains(thumbnail.width), sides.contains(thumbnail.height),
      thumbnail.bitmapBytes >> 32 == 0
    else { return PixelSize(width: 0, height: 0) }
    return thumbnail
  }
}

extension PhotoBook {
  /// Photos of which an app says the sizes when it is asked.
  package convenience init(count: Int, isTurned: Bool, ask: @escaping (Int32) -> PhotoSize?) {
    self.init(
      ContiguousArray(repeating: PhotoSize(AssetInfo.unknownSize).asset(nil), count: count), capacity: count + count / 4
    )
    self.ask = { ask($0)?.asset(nil, isTurned) }
  }

  /// More photos, of which nothing is known.
  package func append(unknown count: Int) {
    append(ContiguousArray(repeating: PhotoSize(AssetInfo.unknownSize).asset(nil), count: count))
  }
}

/// The options of a driver; the defaults suit `PHImageManager`.
public struct GridDriverOptions: Hashable, Sendable {
  /// Requests of images that are open at once, from 1 to 64; a number beyond counts as the nearest of these. Those of
  /// thumbnails are not among them: up to 64 are open beside.
  public var workers = 2
  /// Downloads of photos that are not on the device, open at once beside these, from 1 to 64.
  public var downloads = 4
  /// The part of a photo that an image holds: `fill` the whole picture, `crop` the part that the cell shows.
  public var fit = Fit.fill
  /// A request that is not answered for so long has failed. Until then it takes a worker, wanted or not, unless it is a
  /// download.
  public var answerLimit = Nanoseconds(rawValue: 30_000_000_000)

  public init() {}

  var allowed: GridDriverOptions {
    var options = self
    options.workers = min(max(1, workers), 64)
    options.downloads = min(max(1, downloads), 64)
    return options
  }
}

/// A thing that an app asked for and does not get.
public enum GridDriverProblem: Hashable, Sendable, CustomStringConvertible {
  /// The strategy shows thumbnails, and neither the source nor any photo has one.
  case noThumbnails(strategy: String)
  /// The cells do not lie as those of a grid do. The driver hears nothing of the scroll until they do.
  case layout(GridLayoutProblem)

  public var description: String {
    switch self {
    case .layout(let problem): problem.description
    case .noThumbnails(let strategy):
      "'\(strategy)' shows thumbnails, but the source has no thumbnailSize and no PhotoSize has a thumbnail: cells stay "
        + "blank until their images are there; say how large the source's thumbnails are, or leave them out of the "
        + "strategy"
    }
  }
}

/// The reason that a driver cannot be made.
public enum GridDriverError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The strategy knows the scroll beforehand.
  case oracle(String)

  public var description: String {
    switch self {
    case .oracle(let name): "'\(name)' knows the scroll beforehand, so no app can run it: take another strategy"
    }
  }
}
