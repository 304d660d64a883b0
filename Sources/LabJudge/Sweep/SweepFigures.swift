import CacheLab
import LabBase
import LabRecords

extension Column {
  /// A share that is better when it is larger.
  var isReversed: Bool { unit.isFraction && better == .higher }
}

/// The numbers of a run, or of several runs together.
struct SweepFigures: Hashable, Sendable {
  /// By the column; nil for what a run does not have.
  private var values: [Double?]

  private static let places = Dictionary(uniqueKeysWithValues: zip(Column.ofSweep, Column.ofSweep.indices))
  /// Where rows have each of them.
  private static let rowPlaces = Column.ofSweep.map { column in SweepRow.columns.firstIndex { $0 == column.runID } }

  init(_ row: SweepRow) {
    values = SweepFigures.rowPlaces.map { place in place.flatMap { Double(row.cells[$0]) } }
  }

  /// Each number over the runs that have it.
  ///
  /// - Precondition: there is a run.
  init(over runs: [SweepFigures]) {
    precondition(!runs.isEmpty, "a mean is over something")
    values = Column.ofSweep.enumerated().map { place, column in
      column.combined(runs.compactMap { $0.values[place] })
    }
  }

  /// True for a job that was left out.
  var isAbsent: Bool { values.allSatisfy { $0 == nil } }

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

  /// Differences in noticed waits that are none: one of 1,000 cells.
  static let equalWaits = 0.001

  /// True when fewer cells keep a person waiting; of equals, when fewer decodes begin; of equals, when the highest peak is
  /// lower.
  func isPreferred(to other: SweepFigures) -> Bool {
    let (own, beside) = (cost(.noticed), other.cost(.noticed))
    if own != beside { return own < beside }
    return worksLess(than: other)
  }

  /// True when fewer decodes begin for each request; of equals, when the highest peak is lower.
  func worksLess(than other: SweepFigures) -> Bool {
    value(.work) == other.value(.work)
      ? value(.worstPeak) < other.value(.worstPeak) : value(.work) < other.value(.work)
  }

  /// `0.3 of 1,000`: the cells that keep a person waiting.
  var waits: String { "\(text(.noticed)) of 1,000" }

  /// A number for people, in its unit; a dash where there is none.
  func text(_ column: Column) -> String { column.text(self[column]) }

  var json: JSON {
    var members: [String: JSON] = [Column.worstPeak.id: .number(value(.worstPeak))]
    for column in Column.ofMeans { members[column.id] = self[column].map { .number($0) } ?? .null }
    return .object(members)
  }
}
