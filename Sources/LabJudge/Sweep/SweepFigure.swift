import CacheLab

/// A number of a run that summaries, recommendations and fleets look at.
public struct SweepFigure: Sendable {
  private enum Part: Sendable { case value, mean, p95 }

  let metric: Metric
  private let part: Part

  private init(_ metric: Metric, _ part: Part = .value) { (self.metric, self.part) = (metric, part) }

  static let blank = SweepFigure(.warmBlankRatio)
  static let hits = SweepFigure(.warmHitRate)
  static let wait = SweepFigure(.warmTimeToImage, .mean)
  static let waitP95 = SweepFigure(.warmTimeToImage, .p95)
  static let peak = SweepFigure(.peakBitmapBytes)
  static let meanBytes = SweepFigure(.meanBitmapBytes)
  static let work = SweepFigure(.decodesPerRequest)
  static let load = SweepFigure(.load)

  static let all = [blank, hits, wait, waitP95, peak, meanBytes, work, load]

  /// Its column in tables: `warm-time-to-image-p95`.
  public var column: String {
    switch part {
    case .value: metric.id
    case .mean: metric.id + "-mean"
    case .p95: metric.id + "-p95"
    }
  }

  /// A fraction is counted in billionths, all else in whole units.
  static let billion: Int128 = 1_000_000_000
  var isShare: Bool { metric.unit.isFraction }
  /// A share that is better when it is larger: tails are those of what is missing to 1.
  var isReversed: Bool { isShare && metric.better == .higher }

  /// The figure as a whole number, rounded down; nil for a share of nothing.
  func count(_ facts: RunFacts) -> Int64? {
    switch metric.value(of: facts) {
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
