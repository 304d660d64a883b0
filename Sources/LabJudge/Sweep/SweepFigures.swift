import CacheLab
import LabBase

/// A number of a run that summaries, contests, recommendations and fleets look at: a metric, or a number of its waits.
public enum SweepFigure: Int, CaseIterable, Sendable {
  /// Share of the visible area that shows nothing after the first frame.
  case blank
  /// Share of requests after the first frame whose image was there.
  case hits
  case wait, waitP95
  case peak, meanBytes
  /// Decodes of images for each that a cell asks for.
  case work
  /// The cost of all requests in what all workers can do; above 1 cells ask for more than workers can decode.
  case load
  /// Share of the visible area that shows a thumbnail alone after the first frame; of delivery with thumbnails.
  case soft
  case firstScreen, firstSharp, newSharp
  case decodes, overdrafts
  /// With the first frame, which no strategy can have ready.
  case coldBlank
  case thumbnails
  case firstImage, firstImageP95

  private enum Part: String { case value = "", mean = "-mean", p95 = "-p95" }

  private var source: (metric: Metric, part: Part) {
    switch self {
    case .blank: (.warmBlankRatio, .value)
    case .hits: (.warmHitRate, .value)
    case .wait: (.warmTimeToImage, .mean)
    case .waitP95: (.warmTimeToImage, .p95)
    case .peak: (.peakBitmapBytes, .value)
    case .meanBytes: (.meanBitmapBytes, .value)
    case .work: (.decodesPerRequest, .value)
    case .load: (.load, .value)
    case .soft: (.warmSoftRatio, .value)
    case .firstScreen: (.firstScreenTime, .value)
    case .firstSharp: (.firstScreenSharpTime, .value)
    case .newSharp: (.newScreenSharpTime, .p95)
    case .decodes: (.decodes, .value)
    case .overdrafts: (.overdrafts, .value)
    case .coldBlank: (.blankRatio, .value)
    case .thumbnails: (.coarseDecodes, .value)
    case .firstImage: (.warmTimeToFirstImage, .mean)
    case .firstImageP95: (.warmTimeToFirstImage, .p95)
    }
  }

  var metric: Metric { source.metric }

  /// What a fleet counts: the figures up to `newSharp`.
  static let all = Array(allCases[...SweepFigure.newSharp.rawValue])

  /// Its column in tables: `warm-time-to-image-p95`.
  public var column: String { source.metric.id + source.part.rawValue }

  /// Where rows have each of them.
  static let columns: [Int?] = allCases.map { SweepRow.columns.firstIndex(of: $0.column) }

  /// A fraction is counted in billionths, all else in whole units.
  static let billion: Int128 = 1_000_000_000
  var isShare: Bool { metric.unit.isFraction }
  /// A share that is better when it is larger: tails are those of what is missing to 1.
  var isReversed: Bool { isShare && metric.better == .higher }

  /// What a run has that has none of it: where nothing was asked for, nothing was missed.
  var ofNothing: Double { self == .hits ? 1 : 0 }

  /// The figure as a whole number, rounded down; nil for a share of nothing.
  func count(_ facts: RunFacts) -> Int64? {
    let (metric, part) = source
    return switch metric.value(of: facts) {
    case .integer(let value): value
    case .ratio(_, 0), .parts, .absent: nil
    case .ratio(let part, let whole):
      Int64(clamping: isShare ? part * SweepFigure.billion / whole : part / whole)
    case .distribution(let waits):
      part == .p95 ? waits.p95 : waits.count == 0 ? 0 : Int64(clamping: waits.sum / Int128(waits.count))
    }
  }

  /// A whole number, or a mean of them, as people read it.
  func number(_ count: Double) -> Double { isShare ? count / Double(SweepFigure.billion) : count }
}

/// The numbers of a run, or means over several.
struct SweepFigures: Hashable, Sendable {
  /// By the figure; nil for what a run does not have.
  private var values: [Double?]
  /// The highest peak of all runs, bytes.
  let worstPeak: Double

  init(_ row: SweepRow) {
    values = SweepFigure.columns.map { column in column.flatMap { Double(row.cells[$0]) } }
    worstPeak = values[SweepFigure.peak.rawValue] ?? 0
  }

  /// The mean of each number over runs, over those that have it.
  ///
  /// - Precondition: there is a run.
  init(meanOf runs: [SweepFigures]) {
    precondition(!runs.isEmpty, "a mean is over something")
    values = SweepFigure.allCases.indices.map { place in
      var (sum, count) = (0.0, 0)
      for run in runs {
        guard let value = run.values[place] else { continue }
        sum += value
        count += 1
      }
      return count == 0 ? nil : sum / Double(count)
    }
    worstPeak = runs.map(\.worstPeak).max() ?? 0
  }

  /// Nil for what no run has.
  subscript(_ figure: SweepFigure) -> Double? { values[figure.rawValue] }

  /// For sums and comparisons.
  func value(_ figure: SweepFigure) -> Double {
    if let value = self[figure] { return value }
    // Where no thumbnail comes first, the image does.
    return switch figure {
    case .firstImage: value(.wait)
    case .firstImageP95: value(.waitP95)
    default: figure.ofNothing
    }
  }

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
    lacks == other.lacks ? worstPeak < other.worstPeak : lacks < other.lacks
  }

  /// A figure for people, in its unit; a dash where there is none.
  func text(_ figure: SweepFigure) -> String {
    let value = self[figure]
    return switch figure.metric.unit {
    case .ratio: NumberText.percent(value)
    case .perRequest: NumberText.decodes(perRequest: value)
    case .bytes: value.map { NumberText.megabytes($0) } ?? "-"
    case .nanoseconds: value.map { NumberText.milliseconds($0) } ?? "-"
    default: value.map { NumberText.grouped($0) } ?? "-"
    }
  }

  /// What the screen shows after the first frame, for a sentence: `0.02% blank, 0.68% thumbnails and 98.8% ready`.
  var shownWords: String {
    let thumbnails = hasThumbnails ? ", \(text(.soft)) thumbnails" : ""
    return "\(text(.blank)) blank\(thumbnails) and \(text(.hits)) ready"
  }

  private static let told: [SweepFigure] = [
    .hits, .blank, .soft, .firstScreen, .firstSharp, .newSharp, .wait, .waitP95, .peak, .meanBytes, .work,
  ]

  var json: JSON {
    var members: [String: JSON] = ["peak-bitmap-bytes-worst": .number(worstPeak)]
    for figure in SweepFigures.told { members[figure.column] = self[figure].map { .number($0) } ?? .null }
    return .object(members)
  }
}
