import LabBase

/// All that a run counted and measured: what metrics are computed from.
public struct RunFacts: Sendable {
  public let tally: ReplayTally
  /// Nil when nothing was decoded (`--decode none`).
  public let measurements: Measurements?
  /// Nil in virtual time.
  public let frames: FrameTimings?
  /// Waits of all requests but those of the first frame, hits counting 0.
  public let warmTimeToImage: Distribution
  /// Waits for full images, and for the first image of either tier.
  private let waits: RankedWaits
  private let firstWaits: RankedWaits

  public init(tally: ReplayTally, measurements: Measurements? = nil, frames: FrameTimings? = nil) {
    self.tally = tally
    self.measurements = measurements
    self.frames = frames
    waits = RankedWaits(tally.warmWaits, cold: tally.coldWaits, hits: tally.hits)
    firstWaits =
      tally.coarse.isPresent
      ? RankedWaits(tally.coarse.warmWaits, cold: tally.coarse.coldWaits, hits: tally.firstHits) : waits
    warmTimeToImage = waits.ofWarm
  }

  /// Waits of all requests, hits counting 0; selected anew each time, because a fleet asks for those above alone.
  public var timeToImage: Distribution { waits.ofAll }

  /// Waits for the first image of either tier.
  var timeToFirstImage: Distribution { firstWaits.ofAll }
  var warmTimeToFirstImage: Distribution { tally.coarse.isPresent ? firstWaits.ofWarm : warmTimeToImage }

  /// A measured value, or why there is none.
  func measured(_ value: (Measurements) -> MetricValue) -> MetricValue {
    guard let measurements else { return .absent("nothing was decoded: --decode none") }
    return value(measurements)
  }

  /// A count of the coarse tier, or why there is none.
  func coarse(_ value: (CoarseTally) -> MetricValue) -> MetricValue {
    guard tally.coarse.isPresent else {
      return .absent("full images only: write the strategy with +coarse or +opportunistic")
    }
    return value(tally.coarse)
  }

  /// A count of downloads, or why there are none.
  func cloud(_ value: (CloudTally) -> MetricValue) -> MetricValue {
    guard tally.cloud.isPresent else { return .absent("all photos are on the device: --cloud 30") }
    return value(tally.cloud)
  }

  /// A value of a replay on the wall clock, or why there is none.
  func punctuality(_ value: (FrameTimings) -> MetricValue) -> MetricValue {
    guard let frames else { return .absent("in virtual time nothing is late: --time real") }
    return value(frames)
  }
}

extension RunFacts {
  /// Every deterministic metric by its id, and their digest: equal digests mean equal runs, bit for bit.
  ///
  /// The digest is SHA-256 over the lines `id value`, sorted by id, integers only; what is absent has no line.
  public var deterministic: (metrics: [String: MetricValue], digest: String) {
    let pairs = Metric.all(.deterministic).map { ($0.id, $0.value(of: self)) }
    var metrics: [String: MetricValue] = [:]
    for (id, value) in pairs { metrics[id] = value }
    let lines = pairs.compactMap { id, value -> String? in
      if case .absent = value { nil } else { "\(id) \(value.canonicalText)\n" }
    }.sorted()
    return (metrics, SHA256.hex(of: lines.joined()))
  }
}

/// Waits of requests, those of the first frame (*cold*) and the others (*warm*), with hits, which wait 0.
private struct RankedWaits: Sendable {
  private var warm: WaitTally
  private let cold: ContiguousArray<Int64>
  private let hits: (all: Int64, warm: Int64)

  init(_ warm: WaitTally, cold: ContiguousArray<Int64>, hits: (all: Int64, warm: Int64)) {
    (self.warm, self.cold, self.hits) = (warm, cold, hits)
    // In real time no replay repeats: percentiles are those of parts.
    if !warm.isKept && !warm.isRanked { _ = self.warm.narrow(cold: cold, hits: hits) }
  }

  var ofAll: Distribution {
    warm.isKept
      ? Distribution(samples: warm.kept + cold, zeros: hits.all)
      : Distribution(
        count: warm.count + Int64(cold.count) + hits.all, sum: cold.reduce(Int128(warm.sum)) { $0 + Int128($1) },
        percentiles: warm.percentiles(of: .all), max: cold.reduce(warm.max) { max($0, $1) })
  }

  var ofWarm: Distribution {
    warm.isKept
      ? Distribution(samples: warm.kept, zeros: hits.warm)
      : Distribution(
        count: warm.count + hits.warm, sum: Int128(warm.sum), percentiles: warm.percentiles(of: .warm), max: warm.max)
  }
}
