import CacheLab
import LabBase
import LabRecords

/// What summaries, comparisons, recommendations and fleets look at.
extension Column {
  /// Share of the visible area that shows nothing after the first frame.
  static let blank = Column(.warmBlankRatio)
  /// Share of requests after the first frame whose image was there.
  static let hits = Column(.warmHitRate)
  static let wait = Column(.warmTimeToImage, .mean)
  static let waitP95 = Column(.warmTimeToImage, .p95)
  static let peak = Column(.peakBitmapBytes)
  static let worstPeak = Column(.peakBitmapBytes, over: .worst)
  static let meanBytes = Column(.meanBitmapBytes)
  /// Decodes of images for each that a cell asks for.
  static let work = Column(.decodesPerRequest)
  /// The cost of all requests in what all workers can do; above 1 cells ask for more than workers can decode.
  static let load = Column(.load)
  /// Share of the visible area that shows a thumbnail alone after the first frame; of delivery with thumbnails.
  static let soft = Column(.warmSoftRatio)
  static let firstScreen = Column(.firstScreenTime)
  static let firstSharp = Column(.firstScreenSharpTime)
  static let newSharp = Column(.newScreenSharpTime, .p95)
  static let decodes = Column(.decodes)
  static let overdrafts = Column(.overdrafts, over: .sum)
  /// With the first frame, which no strategy can have ready.
  static let coldBlank = Column(.blankRatio)
  static let thumbnails = Column(.coarseDecodes)
  static let firstImage = Column(.warmTimeToFirstImage, .mean)
  static let firstImageP95 = Column(.warmTimeToFirstImage, .p95)

  /// What a fleet counts.
  static let ofFleet = [
    blank, hits, wait, waitP95, peak, meanBytes, work, load, soft, firstScreen, firstSharp, newSharp,
  ]

  /// A share that is better when it is larger.
  var isReversed: Bool { unit.isFraction && better == .higher }
}

/// The numbers of a run, or of several runs together.
struct SweepFigures: Hashable, Sendable {
  /// By the column; nil for what a run does not have.
  private var values: [Double?]

  private static let columns: [Column] =
    Column.ofFleet + [.worstPeak, .decodes, .overdrafts, .coldBlank, .thumbnails, .firstImage, .firstImageP95]
  private static let places = Dictionary(uniqueKeysWithValues: zip(columns, columns.indices))
  /// Where rows have each of them.
  private static let rowPlaces = columns.map { column in SweepRow.columns.firstIndex { $0 == column.runID } }

  init(_ row: SweepRow) {
    values = SweepFigures.rowPlaces.map { place in place.flatMap { Double(row.cells[$0]) } }
  }

  /// Each number over the runs that have it.
  ///
  /// - Precondition: there is a run.
  init(over runs: [SweepFigures]) {
    precondition(!runs.isEmpty, "a mean is over something")
    values = SweepFigures.columns.enumerated().map { place, column in
      column.combined(runs.compactMap { $0.values[place] })
    }
  }

  /// Nil for what no run has.
  subscript(_ column: Column) -> Double? { SweepFigures.places[column].flatMap { values[$0] } }

  /// For sums and comparisons.
  func value(_ column: Column) -> Double {
    if let value = self[column] { return value }
    // Where no thumbnail comes first, the image does; where nothing was asked for, nothing was missed.
    return switch column {
    case .firstImage: value(.wait)
    case .firstImageP95: value(.waitP95)
    default: column == .hits ? 1 : 0
    }
  }

  /// For sums and comparisons, the smaller the better.
  func cost(_ column: Column) -> Double { column.isReversed ? -value(column) : value(column) }

  /// True where thumbnails stand in for images.
  var hasThumbnails: Bool { self[.soft] != nil }

  /// Share of the visible area that shows its image after the first frame.
  var sharp: Double? { self[.blank].map { 1 - $0 - value(.soft) } }

  /// What the screen lacks, the worse first: area that shows nothing, area that shows a thumbnail alone, and requests that
  /// were not ready. Where thumbnails stand in, hardly anything shows nothing, and less of it than anybody sees is none.
  var lacks: (Double, Double, Double) {
    let blank = value(.blank)
    return (hasThumbnails ? (blank / SweepFigures.unseen).rounded(.down) : blank, value(.soft), -value(.hits))
  }

  /// A share of area that nobody sees.
  static let unseen = 0.0001

  /// True when the screen lacks less; of equals, when the highest peak is lower.
  func isBetter(than other: SweepFigures) -> Bool {
    lacks == other.lacks ? value(.worstPeak) < other.value(.worstPeak) : lacks < other.lacks
  }

  /// A number for people, in its unit; a dash where there is none.
  func text(_ column: Column) -> String { column.text(self[column]) }

  /// What the screen shows after the first frame, for a sentence: `0.02% blank, 0.68% thumbnails and 98.8% ready`.
  var shownWords: String {
    let thumbnails = hasThumbnails ? ", \(text(.soft)) thumbnails" : ""
    return "\(text(.blank)) blank\(thumbnails) and \(text(.hits)) ready"
  }

  private static let told: [Column] = [
    .hits, .blank, .soft, .firstScreen, .firstSharp, .newSharp, .wait, .waitP95, .peak, .meanBytes, .work,
  ]

  var json: JSON {
    var members: [String: JSON] = [Column.worstPeak.id: .number(value(.worstPeak))]
    for column in SweepFigures.told { members[column.id] = self[column].map { .number($0) } ?? .null }
    return .object(members)
  }
}
