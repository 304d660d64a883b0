/// The record of an app's driver during a scroll: its settings, the time of each image, and its counts.
public struct TraceSession: Sendable {
  /// The latest version of a session's lines that this lab reads.
  public static let version: Int64 = 1
  static let runsMax = 10_000_000

  /// An answer of the app's image source.
  public struct Image: Hashable, Sendable {
    public enum Result: String, CaseIterable, Sendable {
      /// The image that was asked for.
      case image
      /// One in its place; the request went on.
      case thumbnail
      /// No image.
      case failure
    }

    /// The time of the answer, in nanoseconds of the trace, here and below.
    public var time: Int64
    /// The time since its request began.
    public var took: Int64
    /// The whole photo, upright; nil if the app did not know it.
    public var photo: PixelSize?
    /// The size that was asked for, in pixels.
    public var target: PixelSize
    /// Its bytes in memory, if the line tells them.
    public var bytes: Int64?
    public var tier: Tier
    public var result: Result
    /// The requests that were open when its own began, including it.
    public var open: Int

    public var begin: Int64 { time - took }
  }

  /// The counts of the driver up to and including a time; requests and areas are without the cells of the first frame.
  ///
  /// An app may leave out whole groups of them.
  public typealias Counters = [Counter: Int64]

  /// A count; the raw value is its name in a line.
  public enum Counter: String, CaseIterable, Sendable {
    case requests, hits, late, misses, decodes, failures
    /// Bytes.
    case peak
    /// The height of visible cells over time, and its blank part: thousandths of a point x milliseconds.
    case visible, blank
    /// The cells that asked for their image, including those of the first frame.
    case cells
    /// The decodes of thumbnails, those of images that began while no cell waited, and those of them whose image a cell
    /// showed.
    case thumbnails, preheats, shown
    /// The part of `visible` that showed a thumbnail alone.
    case thumbnailArea = "soft"
    /// The microseconds until the first screen was filled, and sharp.
    case firstFilled = "first-filled"
    case firstSharp = "first-sharp"
    /// The screens after it that appeared at once, and the sums of their times in microseconds.
    case screens, filled, sharp
    /// The `requests` that waited for more than 100 ms.
    case noticed

    var isArea: Bool { [.visible, .blank, .thumbnailArea].contains(self) }
    var isTime: Bool { [.firstFilled, .firstSharp, .filled, .sharp].contains(self) }

    /// The counts that a line has together or not at all; the first group is in each.
    static let groups: [[Counter]] = [
      [.requests, .hits, .late, .misses, .decodes, .failures, .peak, .visible, .blank],
      [.cells, .thumbnails, .preheats, .shown], [.thumbnailArea, .firstFilled, .firstSharp, .screens, .filled, .sharp],
      [.noticed],
    ]
  }

  /// The strategy as text, with every parameter.
  public var strategy: String
  /// The requests that the driver kept open at once.
  public var workers: Int
  public var fit: Fit
  /// The answers by time.
  public internal(set) var images: ContiguousArray<Image> = []
  /// The last counts, and their time; nil if the app ended before it wrote any.
  public internal(set) var counters: (time: Int64, Counters)?
  /// Photos of one size, by their numbers; the next run goes on where one ends.
  var sizes: [(photos: ItemRange, asset: AssetInfo)] = []

  /// The assumed pixels a byte of files, whose bytes no app knows without opening them.
  private static let pixelsAByte: Int64 = 4
  /// The assumed bytes of a file of unknown size: those of 12 megapixels.
  private static let bytesOfUnknown: Int32 = 3_000_000

  /// Returns the first photos as the driver knew them.
  package func assets(_ count: Int) -> ContiguousArray<AssetInfo> {
    let unknown = PixelSize(width: 0, height: 0)
    var assets = ContiguousArray(repeating: TraceSession.asset(unknown, unknown), count: count)
    for (photos, asset) in sizes {
      for photo in min(Int(photos.lower), count)..<min(Int(photos.upper), count) { assets[photo] = asset }
    }
    return assets
  }

  /// Returns a photo of a size, and its thumbnail's; 0 x 0 is a size that is not known, or none.
  static func asset(_ size: PixelSize, _ thumbnail: PixelSize) -> AssetInfo {
    let isKnown = size.width > 0
    let shown = isKnown ? size : AssetInfo.unknownSize
    return AssetInfo(
      width: shown.width, height: shown.height,
      encodedBytes: isKnown ? Int32(clamping: size.pixelCount / pixelsAByte) : bytesOfUnknown,
      thumbnailBytes: Int32(clamping: min(thumbnail.pixelCount / pixelsAByte, 65_535)), thumbnailSize: thumbnail,
      isDecodable: true)
  }
}
