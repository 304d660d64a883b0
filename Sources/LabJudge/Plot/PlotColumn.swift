import CacheLab
import LabRecords

extension Column {
  private static let known: [Column: (question: String, label: String)] = [
    Column(.noticedWaits): ("How many cells keep a person waiting for more than 100 ms?", "noticed waits"),
    Column(.warmHitRate): ("How many images are ready as their cell appears?", "images ready"),
    Column(.warmSharpRatio): ("How much of the screen shows its image?", "area sharp"),
    Column(.firstScreenSharpTime): ("How long until the first screen is sharp?", "first screen"),
    Column(.warmBlankRatio): ("How much of the screen is blank?", "blank area"),
    Column(.warmTimeToImage, .p95): ("How long does the slowest twentieth of cells wait?", "time to image, p95"),
    Column(.decodesPerRequest): ("How many decodes does an image cost that a cell asks for?", "decodes a request"),
    Column(.peakBitmapBytes): ("How much memory do bitmaps take at most?", "peak memory"),
  ]

  /// The question that it answers, for titles: `How many images are ready?`
  var question: String { Column.known[self]?.question ?? "\(id): \(metric.summary)" }

  /// The label of an axis: `ready, %`.
  var label: String {
    let suffix = unit.shown.suffix
    return (Column.known[self]?.label ?? id) + (suffix.isEmpty ? "" : ", " + suffix.drop { $0 == " " })
  }

  /// The largest difference that colours do not show, in the unit of `label`.
  var indifferent: Double {
    switch unit {
    case .ratio, .bytes: 5
    case .nanoseconds: 8
    case .count, .perThousand: 1
    case .secondsPerMinute, .perRequest: 0.1
    }
  }

  var isBetterHigh: Bool { better == .higher }

  /// Returns the number in the unit of `label`, or nil if the record has none.
  func shown(_ record: RunRecord) -> Double? { number(record).map { $0 * unit.shown.factor } }
}

extension Plot {
  /// Returns the decimals of numbers that are shown together, by the largest of them.
  static func decimals(_ values: [Double?]) -> Int {
    let most = values.compactMap { $0?.magnitude }.max() ?? 0
    return most >= 99.5 ? 0 : most >= 9.95 ? 1 : 2
  }
}
