/// The numbers that tables show, compare and count. A metric is in a table once its column is in the table's list;
/// `RunTable` and the report's overview, which choose by what runs have, keep their own.
extension Column {
  /// The headline: the cells after the first screen that kept a person waiting.
  public static let noticed = Column(.noticedWaits)
  /// The share of the visible area that shows nothing after the first frame.
  package static let blank = Column(.warmBlankRatio)
  /// The share of requests after the first frame whose image was ready.
  package static let hits = Column(.warmHitRate)
  package static let wait = Column(.warmTimeToImage, .mean)
  package static let waitP95 = Column(.warmTimeToImage, .p95)
  public static let peak = Column(.peakBitmapBytes)
  package static let worstPeak = Column(.peakBitmapBytes, over: .worst)
  package static let meanBytes = Column(.meanBitmapBytes)
  /// The decodes of images for each that a cell requests.
  public static let work = Column(.decodesPerRequest)
  /// The cost of all requests in what all workers can do; above 1 cells ask for more than workers can decode.
  package static let load = Column(.load)
  /// The share of the visible area that shows a thumbnail alone after the first frame; of delivery with thumbnails.
  package static let thumbnailArea = Column(.warmThumbnailRatio)
  package static let firstScreen = Column(.firstScreenTime)
  package static let firstSharp = Column(.firstScreenSharpTime)
  package static let newSharp = Column(.newScreenSharpTime, .p95)
  package static let decodes = Column(.decodes)
  package static let overdrafts = Column(.overdrafts, over: .sum)
  /// The blank area with the first frame, which no strategy can have ready.
  package static let coldBlank = Column(.blankRatio)
  package static let thumbnails = Column(.thumbnailDecodes)
  package static let firstImage = Column(.warmTimeToFirstImage, .mean)
  package static let firstImageP95 = Column(.warmTimeToFirstImage, .p95)

  package static let ofSweep = [
    noticed, blank, hits, wait, waitP95, peak, meanBytes, work, load, thumbnailArea, firstScreen, firstSharp, newSharp,
    worstPeak,
    decodes, overdrafts, coldBlank, thumbnails, firstImage, firstImageP95,
  ]

  /// The columns of several runs in JSON, beside their highest peak.
  package static let ofMeans = [
    noticed, hits, blank, thumbnailArea, firstScreen, firstSharp, newSharp, wait, waitP95, peak, meanBytes, work,
  ]

  /// The columns by which pictures judge strategies.
  public static let judged = [noticed, firstSharp, peak, work]

  /// The columns of a comparison of runs if no others are asked for.
  package static let headlines = [
    noticed, hits, blank, wait, waitP95, peak, meanBytes, work, Column(.decodeTime), Column(.preheatAccuracy),
    Column(.peakRSS), Column(.decodeCPU, .p50),
  ]
}

/// A column of a table of sweeps: a number under its heading.
package struct Figure: Sendable {
  package let column: Column
  package let heading: [String]
  /// True for a column of tables with thumbnails alone, false for one of others alone; nil for one of both.
  package let withThumbnails: Bool?

  private init(_ column: Column, _ heading: String..., withThumbnails: Bool? = nil) {
    (self.column, self.heading, self.withThumbnails) = (column, heading, withThumbnails)
  }

  package static let front = [
    Figure(.noticed, "noticed", "of 1,000"), Figure(.hits, "warm", "hits"), Figure(.blank, "warm", "blank"),
    Figure(.thumbnailArea, "thumb-", "nails", withThumbnails: true),
    Figure(.wait, "mean", "wait ms", withThumbnails: false),
    Figure(.firstSharp, "first", "ms"), Figure(.peak, "peak", "MB"), Figure(.worstPeak, "worst", "peak MB"),
    Figure(.meanBytes, "mean", "MB"), Figure(.work, "decodes", "a request"),
  ]

  package static let best = [
    Figure(.noticed, "noticed", "of 1,000"), Figure(.hits, "warm", "hits"), Figure(.blank, "warm", "blank"),
    Figure(.peak, "peak", "MB"),
    Figure(.work, "decodes", "a request"),
  ]

  package static let ratios = [Figure(.wait, "time"), Figure(.waitP95, "p95"), Figure(.peak, "peak")]

  /// The costs of a recommended strategy and those beside it, after the sharpness of the screen.
  package static let costs = [
    Figure(.noticed, "noticed", "of 1,000"), Figure(.blank, "blank"),
    Figure(.thumbnailArea, "thumb-", "nails", withThumbnails: true), Figure(.hits, "hits"),
    Figure(.firstScreen, "screen", "shown ms", withThumbnails: true),
    Figure(.firstSharp, "screen", "sharp ms"), Figure(.work, "decodes", "a request"),
    Figure(.worstPeak, "worst", "peak MB"),
  ]

  /// Its figures on each of several screens, after the sharpness of these.
  package static let screens = [
    Figure(.blank, "blank"), Figure(.firstSharp, "first", "ms"), Figure(.worstPeak, "peak", "MB"),
  ]
}

extension TableColumn {
  /// Returns columns of figures, each in its unit; a dash for a number that is nil.
  package static func figures(
    _ figures: [Figure], hasThumbnails: Bool = false, _ number: @escaping (Row, Column) -> Double?
  ) -> [TableColumn] {
    figures.filter { $0.withThumbnails ?? hasThumbnails == hasThumbnails }.map { figure in
      TableColumn(figure.heading) { figure.column.text(number($0, figure.column)) }
    }
  }
}
