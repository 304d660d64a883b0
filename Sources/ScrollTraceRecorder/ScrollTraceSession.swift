/// What the first line says of the driver that ran while a trace was recorded.
public struct ScrollTraceSession: Hashable, Sendable {
  /// As text, with every parameter.
  public var strategy: String
  /// Requests open at once.
  public var workers: Int
  /// How much of a photo an image holds: `eighth`, `fill` or `crop`.
  public var fit: String
  /// How it holds its pixels: `bgra` or `yuv420`.
  public var pixels: String

  public init(strategy: String, workers: Int, fit: String, pixels: String) {
    self.strategy = strategy
    self.workers = workers
    self.fit = fit
    self.pixels = pixels
  }

  var json: String {
    "{\"version\":1,\"strategy\":\(ScrollTraceText.quoted(strategy, limit: 1500)),\"workers\":\(workers),"
      + "\"fit\":\(ScrollTraceText.quoted(fit)),\"pixels\":\(ScrollTraceText.quoted(pixels))}"
  }
}

/// An answer of an image source.
public struct ScrollTraceImage: Hashable, Sendable {
  public enum Result: String, Sendable {
    case image, thumbnail, failure
  }

  /// Where the photo stood when its request began.
  public var place: Int
  /// The whole photo in pixels, upright; nil where that is not known.
  public var photo: (width: Int, height: Int)? {
    get { photoWidth > 0 ? (photoWidth, photoHeight) : nil }
    set { (photoWidth, photoHeight) = newValue ?? (0, 0) }
  }
  private var photoWidth = 0
  private var photoHeight = 0
  /// In pixels.
  public var targetWidth: Int
  public var targetHeight: Int
  /// From the begin of the request to the answer.
  public var seconds: Double
  /// What the image takes in memory; nil where there is none.
  public var bytes: Int?
  /// Requests that were open when this one began, itself included.
  public var open: Int
  /// Whether a cell waited when it began.
  public var isUrgent = false
  /// Whether a thumbnail was asked for.
  public var isCoarse = false
  public var result = Result.image

  public init(place: Int, targetWidth: Int, targetHeight: Int, seconds: Double, bytes: Int?, open: Int) {
    self.place = place
    self.targetWidth = targetWidth
    self.targetHeight = targetHeight
    self.seconds = seconds
    self.bytes = bytes
    self.open = open
  }

  /// What follows the time in its line.
  var text: String {
    var text = "\"image\",{\"place\":\(place),\"target\":[\(targetWidth),\(targetHeight)]"
    if let photo { text += ",\"photo\":[\(photo.width),\(photo.height)]" }
    text += ",\"ms\":\(ScrollTraceText.decimal(seconds * 1000))"
    if let bytes { text += ",\"bytes\":\(bytes)" }
    text += ",\"open\":\(open)"
    if isUrgent { text += ",\"urgent\":true" }
    if isCoarse { text += ",\"tier\":\"coarse\"" }
    if result != .image { text += ",\"result\":\"\(result.rawValue)\"" }
    return text + "}"
  }
}

/// What a driver has counted, the cells of the first frame left out.
public struct ScrollTraceCounters: Hashable, Sendable {
  public var requests: Int64 = 0
  public var hits: Int64 = 0
  public var late: Int64 = 0
  public var misses: Int64 = 0
  public var decodes: Int64 = 0
  public var failures: Int64 = 0
  /// Bytes of images at most.
  public var peak: Int64 = 0
  /// Height of visible cells over time, and what of it was blank: thousandths of a point x milliseconds.
  public var visible: Int64 = 0
  public var blank: Int64 = 0
  /// Cells that asked for their image, those of the first frame too.
  public var cells: Int64 = 0
  /// Of the decodes those of thumbnails; those of images that began while no cell waited, and those of them that a cell
  /// then showed.
  public var thumbnails: Int64 = 0
  public var preheats: Int64 = 0
  public var shown: Int64 = 0
  /// Of `visible` what showed a thumbnail alone.
  public var soft: Int64 = 0
  /// Microseconds until the first screen showed something in each cell, and its image.
  public var firstFilled: Int64 = 0
  public var firstSharp: Int64 = 0
  /// Screens after it that appeared at once, and the sums of their times, microseconds.
  public var screens: Int64 = 0
  public var filled: Int64 = 0
  public var sharp: Int64 = 0

  public init() {}

  /// What follows the time in its line.
  var text: String {
    "\"counters\",{\"requests\":\(requests),\"hits\":\(hits),\"late\":\(late),\"misses\":\(misses),"
      + "\"decodes\":\(decodes),\"failures\":\(failures),\"peak\":\(peak),"
      + "\"visible\":\(ScrollTraceText.decimal(visible)),\"blank\":\(ScrollTraceText.decimal(blank)),\"cells\":\(cells),"
      + "\"thumbnails\":\(thumbnails),\"preheats\":\(preheats),\"shown\":\(shown),"
      + "\"soft\":\(ScrollTraceText.decimal(soft)),\"first-filled\":\(ScrollTraceText.decimal(firstFilled)),"
      + "\"first-sharp\":\(ScrollTraceText.decimal(firstSharp)),\"screens\":\(screens),"
      + "\"filled\":\(ScrollTraceText.decimal(filled)),\"sharp\":\(ScrollTraceText.decimal(sharp))}"
  }
}
