/// A number of a run: its name, and its computation from what the run counted or measured.
///
/// A metric is a constant in `Metric+Cells.swift`, `Metric+Jobs.swift` or `Metric+Measured.swift` and a word of `all`; a
/// test names the one that is missing there.
public final class Metric: Hashable, Sendable {
  public enum Unit: String, Sendable {
    case count, ratio, bytes, nanoseconds
    case secondsPerMinute = "s/min"
    case perRequest = "a request"
    /// A ratio that is shown in thousandths: how many of 1,000.
    case perThousand = "of 1,000"

    package var shown: (factor: Double, suffix: String) {
      switch self {
      case .count, .perRequest: (1, "")
      case .ratio: (100, "%")
      case .bytes: (1e-6, " MB")
      case .nanoseconds: (1e-6, " ms")
      case .secondsPerMinute: (1, " \(rawValue)")
      case .perThousand: (1000, " of 1,000")
      }
    }

    /// Returns a value for readers: `12.5%`, `36.4 MB`; whole counts without decimals.
    package func text(_ value: Double, decimals: Int) -> String {
      if self == .count && value.rounded() == value { return NumberText.grouped(value) }
      return NumberText.fixed(value * shown.factor, decimals: decimals) + shown.suffix
    }
  }

  public enum Direction: String, Sendable {
    case higher, lower, neither
  }

  /// Deterministic metrics repeat bit for bit and are compared by equality; measured ones by statistics.
  public enum Kind: String, Sendable {
    case deterministic, measured
  }

  /// The name in kebab-case, which is never used again for another metric.
  public let id: String
  public let unit: Unit
  public let better: Direction
  public let kind: Kind
  public let summary: String
  private let compute: @Sendable (RunFacts) -> MetricValue

  /// - Parameter value: Returns the metric of a run, or `absent` with a reason if it could not be measured.
  init(
    _ id: String, _ unit: Unit, better: Direction, kind: Kind = .deterministic, _ summary: String,
    value: @escaping @Sendable (RunFacts) -> MetricValue
  ) {
    (self.id, self.unit, self.better, self.kind, self.summary) = (id, unit, better, kind, summary)
    compute = value
  }

  convenience init(
    _ id: String, _ unit: Unit, better: Direction, _ summary: String,
    measured value: @escaping @Sendable (Measurements) -> MetricValue
  ) {
    self.init(id, unit, better: better, kind: .measured, summary) { $0.measured(value) }
  }

  /// Returns the metric of a run, or `absent` with a reason if it could not be measured.
  public func value(of run: RunFacts) -> MetricValue { compute(run) }

  /// Every metric, by family in the order in which they are listed.
  public static let all: [Metric] = [
    requests, hits, lateRequests, misses, repeatRequests, hitRate, warmHitRate, byteHitRate,
    peakBitmapBytes, peakBreakdown, meanBitmapBytes,
    timeToImage, warmTimeToImage, noticedWaits, neverShown, blankRatio, warmBlankRatio,
    sharpRatio, warmSharpRatio, firstScreenTime, firstScreenSharpTime, newScreenTime, newScreenSharpTime,
    decodes, redecodes, wastedDecodes, abandonedDecodes, failedDecodes, cancelledJobs, refusedJobs, evictions,
    overdrafts, load, loadWorstSecond, preheatLedger,
    decodesPerRequest, decodeTime, preheatAccuracy, preheatCoverage,
    thumbnailHits, thumbnailRatio, warmThumbnailRatio, timeToFirstImage, warmTimeToFirstImage, noticedBlanks,
    thumbnailDecodes, thumbnailLedger,
    downloads, downloadedBytes, unwantedDownloads,
    decodeCPU, decodeWall, thumbnailDecodeCPU, thumbnailDecodeWall, peakRSS, baselineRSS, anonymousRSS, decodeScratch,
    pageCPU, strategyCPU, runWall, processCPU, partialImages,
  ]

  /// Returns the metrics of one kind.
  public static func all(_ kind: Kind) -> [Metric] { all.filter { $0.kind == kind } }

  /// Every name of a figure: the ids, then those of distributions' figures, `time-to-image-p95`.
  public static var names: [String] {
    let ids = all.map { $0.id }
    return ids + ids.flatMap { id in ["-mean", "-p50", "-p90", "-p95", "-p99", "-max"].map { id + $0 } }
  }

  /// Returns the metric with an id that a user has written, or nil.
  public static func named(_ id: String) -> Metric? { all.first { $0.id == id } }

  public static func == (one: Metric, other: Metric) -> Bool { one === other }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The value of a metric, exact if it is counted.
public enum MetricValue: Hashable, Sendable {
  case integer(Int64)
  /// Both sides of a fraction, unreduced; a denominator of 0 is a share of nothing.
  case ratio(Int128, Int128)
  case distribution(Distribution)
  /// Named integers that belong together.
  case parts([String: Int64])
  /// Not measured, with the reason.
  case absent(String)

  /// The value for readers and plots: a fraction divided, a distribution's mean; nil if absent or undefined.
  public var number: Double? {
    switch self {
    case .integer(let count): Double(count)
    case .ratio(_, 0): nil
    case .ratio(let part, let whole): Double(part) / Double(whole)
    case .distribution(let distribution): distribution.mean
    case .parts, .absent: nil
    }
  }

  /// The value in a record: exact integers, and the divided value beside them.
  public var json: JSON {
    switch self {
    case .integer(let value):
      return .integer(Int128(value))
    case .ratio(let part, let whole):
      let value: JSON = number.map { .number($0) } ?? .null
      return .object(["numerator": .integer(part), "denominator": .integer(whole), "value": value])
    case .distribution(let d):
      var members: [String: JSON] = ["mean": .number(d.mean)]
      for (name, figure) in zip(Distribution.names, d.figures) { members[name] = .integer(figure) }
      return .object(members)
    case .parts(let parts):
      return .object(parts.mapValues { .integer(Int128($0)) })
    case .absent(let reason):
      return .object(["absent": .string(reason)])
    }
  }
}

/// All that a run counted and measured, from which metrics are computed.
public struct RunFacts: Sendable {
  public internal(set) var tally: ReplayTally
  /// The waits of all requests, hits counting 0, and of those after the first frame.
  var waits: Distribution
  var warmWaits: Distribution
  /// The waits for the first image of either tier.
  var firstWaits = Distribution(samples: [])
  var warmFirstWaits = Distribution(samples: [])
  /// The times of screens after the first until each cell shows something, and until each is sharp.
  var newScreens: Distribution
  var newSharpScreens: Distribution
  /// The measurements; nil if nothing was decoded (`--decode none`).
  public let measurements: Measurements?
  /// The punctuality of a replay on the wall clock; nil in virtual time.
  public let frames: FrameTimings?

  public init(tally: ReplayTally, measurements: Measurements? = nil, frames: FrameTimings? = nil) {
    (self.tally, self.measurements, self.frames) = (tally, measurements, frames)
    (waits, warmWaits) = tally.waits.figures(hits: tally.hits)
    if tally.thumbnails.isPresent {
      (firstWaits, warmFirstWaits) = tally.thumbnails.waits.figures(hits: tally.firstHits)
    }
    newScreens = Distribution(samples: tally.screens.later.lazy.map { $0.filled })
    newSharpScreens = Distribution(samples: tally.screens.later.lazy.map { $0.sharp })
  }

  func measured(_ value: (Measurements) -> MetricValue) -> MetricValue {
    guard let measurements else { return .absent("nothing was decoded: --decode none") }
    return value(measurements)
  }

  func thumbnails(_ value: (ThumbnailTally) -> MetricValue) -> MetricValue {
    guard tally.thumbnails.isPresent else {
      return .absent("full images only; write the strategy with +opportunistic")
    }
    return value(tally.thumbnails)
  }

  func cloud(_ value: (CloudTally) -> MetricValue) -> MetricValue {
    guard tally.cloud.isPresent else { return .absent("all photos are on the device: --cloud 30") }
    return value(tally.cloud)
  }

  /// Every deterministic metric by its id, and the digest of the counts from which they follow.
  public var deterministic: (metrics: [String: MetricValue], digest: String) {
    let pairs = Metric.all(.deterministic).map { ($0.id, $0.value(of: self)) }
    return (Dictionary(uniqueKeysWithValues: pairs), RunCounts(self).digest)
  }
}
