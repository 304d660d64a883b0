import CacheLab
import LabBase
public import LabRecords

/// A column as pictures show it: scaled, with words for titles and axes.
public struct PlotMetric: Sendable {
  public let column: Column
  /// What it answers, for titles: `How many images are ready?`
  let question: String
  /// `ready, %`
  let label: String
  /// Differences that nobody sees, in the unit of `label`: colours do not tell them apart.
  let indifferent: Double

  /// As it is written: a metric's id, for a distribution with its rank, `time-to-image-p95`.
  public var id: String { column.id }
  var isBetterHigh: Bool { column.better == .higher }

  /// Those that strategies are judged by.
  public static let main = [
    Metric.warmSharpRatio, .warmHitRate, .firstScreenSharpTime, .peakBitmapBytes, .decodesPerRequest,
  ].map { PlotMetric(Column($0)) }

  /// - Parameter id: A metric of the catalog, of a distribution with `-mean`, `-p50`, `-p90`, `-p95`, `-p99` or `-max`;
  ///   nil when there is none of that name.
  public init?(_ id: String) {
    guard let column = Column.named(id) else { return nil }
    self.init(column)
  }

  init(_ column: Column) {
    self.column = column
    let suffix = column.unit.shown.suffix
    let unit = suffix.isEmpty ? "" : ", " + suffix.drop { $0 == " " }
    indifferent =
      switch column.unit {
      case .ratio, .bytes: 5
      case .nanoseconds: 8
      case .millisecondsPerSecond, .count: 1
      case .secondsPerMinute, .perRequest: 0.1
      }
    let known = PlotMetric.known[column]
    question = known?.question ?? "\(column.id): \(column.metric.summary)"
    label = (known?.label ?? column.id) + unit
  }

  private static let known: [Column: (question: String, label: String)] = [
    Column(.warmHitRate): ("How many images are ready as their cell appears?", "images ready"),
    Column(.warmSharpRatio): ("How much of the screen shows its image?", "area sharp"),
    Column(.firstScreenSharpTime): ("How long until the first screen is sharp?", "first screen sharp"),
    Column(.warmBlankRatio): ("How much of the screen is blank?", "blank area"),
    Column(.warmTimeToImage, .p95): ("How long does the slowest twentieth of cells wait?", "time to image, p95"),
    Column(.decodesPerRequest): ("How many decodes does an image cost that a cell asks for?", "decodes a request"),
    Column(.peakBitmapBytes): ("How much memory do bitmaps take at most?", "peak of bitmaps"),
  ]

  /// The number, in the unit of `label`; nil where the record has none.
  func value(_ record: RunRecord) -> Double? { column.number(record).map { $0 * column.unit.shown.factor } }

  /// Why none of the records has it, where one of them says so.
  public func absence(in records: [RunRecord]) -> String? {
    for record in records {
      if case .absent(let reason)? = record.metric(column.metric) { return reason }
    }
    return nil
  }

  /// With as many digits as help: `0.45`, `12.3`, `104`.
  static func text(_ value: Double) -> String {
    if value.magnitude >= 99.95 || value == 0 { return NumberText.fixed(value, decimals: 0) }
    return NumberText.fixed(value, decimals: value.magnitude < 0.995 ? 2 : 1)
  }
}
