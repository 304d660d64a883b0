public import GridEngine
public import StrategyKit

/// What an app's driver did while its scroll was recorded: its settings, what each image took, and what it counted.
public struct TraceSession: Sendable {
  /// The version of a session's lines that this lab reads.
  public static let version: Int64 = 1
  /// Runs of photos of one size.
  static let runsMax = 10_000_000

  /// An answer of the app's image source.
  public struct Image: Hashable, Sendable {
    public enum Result: String, CaseIterable, Sendable {
      /// The image that was asked for.
      case image
      /// One that stands in for it; the request went on.
      case thumbnail
      /// None.
      case failure
    }

    /// When it came; nanoseconds of the trace, here and below.
    public var time: Int64
    /// From the begin of its request.
    public var took: Int64
    /// The whole photo, upright; nil where the app did not know it.
    public var photo: PixelSize?
    /// What was asked for, in pixels.
    public var target: PixelSize
    /// What it takes in memory; nil where the line does not say.
    public var bytes: Int64?
    public var tier: Tier
    public var result: Result
    /// Requests that were open when its own began, itself included.
    public var open: Int
    /// Whether a cell waited when its request began.
    public var isUrgent: Bool

    public var begin: Int64 { time - took }
  }

  /// What the driver had counted at a time, all that happened at that time included; the cells of the first frame are left
  /// out of requests and areas.
  public struct Counters: Hashable, Sendable {
    /// What is counted; the raw value is how a line calls it.
    public enum Key: String, CaseIterable, Sendable {
      case requests, hits, late, misses, decodes, failures
      /// Bytes.
      case peak
      /// Height of visible cells over time, and what of it was blank: thousandths of a point x milliseconds.
      case visible, blank
      /// Cells that asked for their image, those of the first frame too.
      case cells
      /// Of the decodes those of thumbnails; those of images that began while no cell waited; those of them whose image a
      /// cell showed.
      case thumbnails, preheats, shown
      /// Of `visible` what showed a thumbnail alone.
      case soft
      /// Microseconds until the first screen was filled, and sharp.
      case firstFilled = "first-filled"
      case firstSharp = "first-sharp"
      /// Screens after it that appeared at once, and the sums of their times, microseconds.
      case screens, filled, sharp
      /// Of `requests` those that waited for more than 100 ms.
      case noticed

      var isArea: Bool { [.visible, .blank, .soft].contains(self) }
      var isTime: Bool { [.firstFilled, .firstSharp, .filled, .sharp].contains(self) }
    }

    /// A line says a group as a whole or not at all, and the first one always.
    static let groups: [[Key]] = [
      [.requests, .hits, .late, .misses, .decodes, .failures, .peak, .visible, .blank],
      [.cells, .thumbnails, .preheats, .shown], [.soft, .firstFilled, .firstSharp, .screens, .filled, .sharp],
      [.noticed],
    ]

    private var values: [Key: Int64] = [:]

    public init() {}

    /// Nil where the app did not say.
    public subscript(key: Key) -> Int64? {
      get { values[key] }
      set { values[key] = newValue }
    }
  }

  /// Photos of one size, by their numbers; the next run goes on where one ends.
  struct Sizes: Hashable, Sendable {
    var photos: ItemRange
    /// 0 x 0 where it is not known.
    var size: PixelSize
    /// 0 x 0 where there is none.
    var thumbnail: PixelSize
  }

  /// As text, with every parameter.
  public var strategy: String
  /// Requests that the driver kept open at once.
  public var workers: Int
  public var fit: Fit
  /// By the time of the answer.
  public internal(set) var images: ContiguousArray<Image> = []
  /// The last ones, and their time; nil where the app ended before it wrote any.
  public internal(set) var counters: (time: Int64, Counters)?
  var sizes: [Sizes] = []

  /// Files are taken to have two bits a pixel, for no app knows their bytes without opening them.
  private static let pixelsAByte: Int64 = 4
  /// What a file has whose photo's size is not known: that of 12 megapixels.
  private static let bytesOfUnknown: Int32 = 3_000_000

  /// The first photos as the driver knew them.
  package func assets(_ count: Int) -> ContiguousArray<AssetInfo> {
    var assets = ContiguousArray(repeating: TraceSession.asset(PixelSize(width: 0, height: 0), nil), count: count)
    for run in sizes {
      let asset = TraceSession.asset(run.size, run.thumbnail.width > 0 ? run.thumbnail : nil)
      for photo in min(Int(run.photos.lower), count)..<min(Int(run.photos.upper), count) { assets[photo] = asset }
    }
    return assets
  }

  private static func asset(_ size: PixelSize, _ thumbnail: PixelSize?) -> AssetInfo {
    let isKnown = size.width > 0
    let shown = isKnown ? size : AssetInfo.unknownSize
    let small = thumbnail ?? PixelSize(width: 0, height: 0)
    return AssetInfo(
      width: shown.width, height: shown.height,
      encodedBytes: isKnown ? Int32(clamping: size.pixelCount / pixelsAByte) : bytesOfUnknown,
      thumbnailBytes: Int32(clamping: min(small.pixelCount / pixelsAByte, 65_535)), thumbnailSize: small, decodes: true)
  }
}
