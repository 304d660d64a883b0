import CacheLab
import LabBase
public import LabRecords

/// A number of a record as pictures show it: scaled, with a unit and a direction.
public struct PlotMetric: Sendable {
  /// As it is written: a metric's id, for a distribution with its rank, `time-to-image-p95`.
  public let id: String
  /// What it answers, for titles: `How many images are ready?`
  let question: String
  /// `ready, %`
  let label: String
  let isBetterHigh: Bool
  /// Differences that nobody sees, in the unit of `label`: colours do not tell them apart.
  let indifferent: Double
  private let metric: String
  private let rank: String?
  private let scale: Double

  /// Those that strategies are judged by.
  public static let main = [
    "warm-sharp-ratio", "warm-hit-rate", "first-screen-sharp-time", "peak-bitmap-bytes", "decodes-per-request",
  ].compactMap { PlotMetric($0) }

  private static let ranks = ["mean", "p50", "p90", "p95", "p99", "max"]

  /// - Parameter id: A metric of the catalog, of a distribution with `-mean`, `-p50`, `-p90`, `-p95`, `-p99` or `-max`;
  ///   nil when there is none of that name.
  public init?(_ id: String) {
    var (metric, rank) = (id, String?.none)
    if Metric.named(id) == nil, let dash = id.lastIndex(of: "-") {
      metric = String(id[..<dash])
      rank = String(id[id.index(after: dash)...])
    }
    guard let descriptor = Metric.named(metric), rank.map(PlotMetric.ranks.contains) ?? true else {
      return nil
    }
    self.id = id
    self.metric = metric
    self.rank = rank
    isBetterHigh = descriptor.better == .higher
    let (factor, suffix) = descriptor.unit.shown
    let unit = suffix.isEmpty ? "" : ", " + suffix.drop { $0 == " " }
    scale = factor
    indifferent =
      switch descriptor.unit {
      case .ratio, .bytes: 5
      case .nanoseconds: 8
      case .millisecondsPerSecond, .count: 1
      case .secondsPerMinute, .perRequest: 0.1
      }
    let known: [String: (String, String)] = [
      "warm-hit-rate": ("How many images are ready as their cell appears?", "images ready"),
      "warm-sharp-ratio": ("How much of the screen shows its image?", "area sharp"),
      "first-screen-sharp-time": ("How long until the first screen is sharp?", "first screen sharp"),
      "warm-blank-ratio": ("How much of the screen is blank?", "blank area"),
      "warm-time-to-image-p95": ("How long does the slowest twentieth of cells wait?", "time to image, p95"),
      "decodes-per-request": ("How many decodes does an image cost that a cell asks for?", "decodes a request"),
      "peak-bitmap-bytes": ("How much memory do bitmaps take at most?", "peak of bitmaps"),
    ]
    question = known[id]?.0 ?? "\(id): \(descriptor.summary)"
    label = (known[id]?.1 ?? id) + unit
  }

  /// The number, in the unit of `label`; nil where the record has none.
  func value(_ record: RunRecord) -> Double? {
    guard let value = record.metric(named: metric) else { return nil }
    guard case .distribution(let d) = value, let rank else { return value.number.map { $0 * scale } }
    let number: Double? =
      switch rank {
      case "mean": d.mean
      case "p50": Double(d.p50)
      case "p90": Double(d.p90)
      case "p95": Double(d.p95)
      case "p99": Double(d.p99)
      default: Double(d.max)
      }
    return number.map { $0 * scale }
  }

  /// Why none of the records has it, where one of them says so.
  public func absence(in records: [RunRecord]) -> String? {
    for record in records {
      if case .absent(let reason)? = record.metric(named: metric) { return reason }
    }
    return nil
  }

  /// With as many digits as help: `0.45`, `12.3`, `104`.
  static func text(_ value: Double) -> String {
    if value.magnitude >= 99.95 || value == 0 { return NumberText.fixed(value, decimals: 0) }
    return NumberText.fixed(value, decimals: value.magnitude < 0.995 ? 2 : 1)
  }
}
