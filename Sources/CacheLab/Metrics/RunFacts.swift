/// All that a run counted and measured: what metrics are computed from.
public struct RunFacts: Sendable {
  public let tally: ReplayTally
  /// Nil when nothing was decoded (`--decode none`).
  public let measurements: Measurements?
  /// Nil in virtual time.
  public let frames: FrameTimings?
  /// Waits of all requests but those of the first frame, hits counting 0.
  public let warmTimeToImage: Distribution
  /// The same, and those for the first image of either tier, so that percentiles can be asked for.
  private let waits: WaitTally
  private let firstWaits: WaitTally

  public init(tally: ReplayTally, measurements: Measurements? = nil, frames: FrameTimings? = nil) {
    self.tally = tally
    self.measurements = measurements
    self.frames = frames
    waits = RunFacts.ranked(tally.warmWaits, cold: tally.coldWaits, hits: tally.hits)
    firstWaits =
      tally.coarse.isPresent
      ? RunFacts.ranked(tally.coarse.warmWaits, cold: tally.coarse.coldWaits, hits: tally.firstHits) : waits
    warmTimeToImage = RunFacts.warm(waits, hits: tally.hits)
  }

  /// Waits of all requests, hits counting 0; selected anew each time, because a fleet asks for those above alone.
  public var timeToImage: Distribution { RunFacts.all(waits, cold: tally.coldWaits, hits: tally.hits) }

  /// Waits for the first image of either tier.
  var timeToFirstImage: Distribution {
    tally.coarse.isPresent
      ? RunFacts.all(firstWaits, cold: tally.coarse.coldWaits, hits: tally.firstHits) : timeToImage
  }

  var warmTimeToFirstImage: Distribution {
    tally.coarse.isPresent ? RunFacts.warm(firstWaits, hits: tally.firstHits) : warmTimeToImage
  }

  private static func ranked(
    _ warm: WaitTally, cold: ContiguousArray<Int64>, hits: (all: Int64, warm: Int64)
  ) -> WaitTally {
    var warm = warm
    // In real time no replay repeats: percentiles are those of parts.
    if !warm.isKept && !warm.isRanked { _ = warm.narrow(cold: cold, hits: hits) }
    return warm
  }

  /// The distribution of all waits; a hit waits 0.
  private static func all(
    _ warm: WaitTally, cold: ContiguousArray<Int64>, hits: (all: Int64, warm: Int64)
  ) -> Distribution {
    warm.isKept
      ? Distribution(samples: warm.kept + cold, zeros: hits.all)
      : Distribution(
        count: warm.count + Int64(cold.count) + hits.all, sum: cold.reduce(Int128(warm.sum)) { $0 + Int128($1) },
        percentiles: warm.percentiles(of: .all), max: cold.reduce(warm.max) { max($0, $1) })
  }

  /// The distribution of those that are not of the first frame.
  private static func warm(_ warm: WaitTally, hits: (all: Int64, warm: Int64)) -> Distribution {
    warm.isKept
      ? Distribution(samples: warm.kept, zeros: hits.warm)
      : Distribution(
        count: warm.count + hits.warm, sum: Int128(warm.sum), percentiles: warm.percentiles(of: .warm), max: warm.max)
  }

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
