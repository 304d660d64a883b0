// Importing the driver imports the types of its calls.
@_exported public import GridEngine

/// The sizes of a photo and its thumbnail, which a driver uses before anything is decoded.
public struct PhotoSize: Hashable, Sendable {
  /// The size of the whole picture in pixels, upright; not known if a side is not positive.
  public var pixels: PixelSize
  /// The size in pixels of the thumbnail that the source can give, or nil for the usual size
  /// (`ImageSource.thumbnailSize`). There is no thumbnail if a side is not positive or above 65,535, or if it would
  /// take 4 GiB.
  public var thumbnail: PixelSize?

  /// The size of thumbnails in camera files by the DCF standard: 160 x 120 pixels.
  public static let cameraThumbnail = PixelSize(width: 160, height: 120)

  public init(_ pixels: PixelSize, thumbnail: PixelSize? = nil) {
    self.pixels = pixels
    self.thumbnail = thumbnail
  }

  /// Returns the photo in the form of a machine. A photo of unknown size is a large square, whose image is as large as
  /// its cell.
  func asset(_ thumbnail: PixelSize?, _ isTurned: Bool = false) -> AssetInfo {
    let isKnown = pixels.width > 0 && pixels.height > 0
    let size = isKnown ? pixels : AssetInfo.unknownSize
    return AssetInfo(
      width: size.width, height: size.height, encodedBytes: 0, thumbnailBytes: 0,
      thumbnailSize: self.thumbnail(orElse: thumbnail), isDecodable: true, isTurned: isTurned)
  }

  /// Returns the size of the thumbnail, by default the source's for all, or 0 x 0 if there is none.
  func thumbnail(orElse size: PixelSize?) -> PixelSize {
    let sides: ClosedRange<Int32> = 1...65_535
    guard let thumbnail = thumbnail ?? size, sides.contains(thumbnail.width), sides.contains(thumbnail.height),
      thumbnail.bitmapBytes >> 32 == 0
    else { return PixelSize(width: 0, height: 0) }
    return thumbnail
  }
}

extension PhotoBook {
  /// Creates a book of photos whose sizes an app provides when asked.
  package convenience init(count: Int, isTurned: Bool, ask: @escaping (Int32) -> PhotoSize?) {
    self.init(
      ContiguousArray(repeating: PhotoSize(AssetInfo.unknownSize).asset(nil), count: count), capacity: count + count / 4
    )
    self.ask = { ask($0)?.asset(nil, isTurned) }
  }

  /// Appends photos of unknown size.
  package func append(unknown count: Int) {
    append(ContiguousArray(repeating: PhotoSize(AssetInfo.unknownSize).asset(nil), count: count))
  }
}

/// The options of a driver; the defaults suit `PHImageManager`.
public struct GridDriverOptions: Hashable, Sendable {
  /// The number of open requests for images, from 1 to 64; other numbers count as the nearest of these. Up to 64
  /// requests for thumbnails are open besides.
  public var workers = 2
  /// The number of open downloads of photos that are not on the device, besides these requests, from 1 to 64.
  public var downloads = 4
  /// The part of a photo that an image holds: the whole picture for `fill`, the part that the cell shows for `crop`.
  public var fit = Fit.fill
  /// The time after which a request without an answer has failed. Until then it occupies a worker, unless it is a
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

/// A problem with a request of an app that the driver cannot fulfil.
public enum GridDriverProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The strategy shows thumbnails, and neither the source nor any photo has one.
  case noThumbnails(strategy: String)
  /// The cells do not form a grid, for this reason; sections count from 0, as in index paths. The driver follows no
  /// scroll until they do.
  case layout(String)

  public var description: String {
    switch self {
    case .layout(let reason): reason
    case .noThumbnails(let strategy):
      "'\(strategy)' shows thumbnails, but the source has no thumbnailSize and no PhotoSize has a thumbnail: cells stay "
        + "blank until their images are there; say how large the source's thumbnails are, or leave them out of the "
        + "strategy"
    }
  }
}

/// The reason why a driver or a preheater cannot be created.
public enum GridDriverError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The strategy knows the scroll beforehand.
  case oracle(String)
  /// The strategy of a preheater orders the decodes or keeps images.
  case doesNotDrivePhotos(String)

  public var description: String {
    switch self {
    case .oracle(let name): "'\(name)' knows the scroll beforehand, so no app can run it; take another strategy"
    case .doesNotDrivePhotos(let name):
      "'\(name)' needs more than starts and stops; run it with a GridDriver, or take a strategy that drives Photos"
    }
  }
}
