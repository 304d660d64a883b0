/// All that a run counted and measured: what metrics are computed from.
public struct RunFacts: Sendable {
  public let tally: ReplayTally
  /// Nil when nothing was decoded (`--decode none`).
  public let measurements: Measurements?
  /// Nil in virtual time.
  public let frames: FrameTimings?
  /// Waits of all requests, hits counting 0.
  public let timeToImage: Distribution
  /// The same without the requests of the first frame.
  public let warmTimeToImage: Distribution
  /// Waits for the first image of either tier.
  let timeToFirstImage: Distribution
  let warmTimeToFirstImage: Distribution

  public init(tally: ReplayTally, measurements: Measurements? = nil, frames: FrameTimings? = nil) {
    self.tally = tally
    self.measurements = measurements
    self.frames = frames
    (timeToImage, warmTimeToImage) = RunFacts.waits(warm: tally.warmWaits, cold: tally.coldWaits, hits: tally.hits)
    (timeToFirstImage, warmTimeToFirstImage) =
      tally.coarse.isPresent
      ? RunFacts.waits(warm: tally.coarse.warmWaits, cold: tally.coarse.coldWaits, hits: tally.firstHits)
      : (timeToImage, warmTimeToImage)
  }

  /// The distributions of all waits and of those that are not of the first frame; a hit waits 0.
  private static func waits(
    warm: WaitTally, cold: ContiguousArray<Int64>, hits: (all: Int64, warm: Int64)
  ) -> (all: Distribution, warm: Distribution) {
    var warm = warm
    if !warm.isKept && !warm.isRanked {
      // In real time no replay repeats: percentiles are those of parts.
      _ = warm.narrow(cold: cold, hits: hits)
    }
    if warm.isKept {
      return (
        Distribution(samples: warm.kept + cold, zeros: hits.all), Distribution(samples: warm.kept, zeros: hits.warm)
      )
    }
    return (
      Distribution(
        count: warm.count + Int64(cold.count) + hits.all, sum: cold.reduce(warm.sum) { $0 + Int128($1) },
        percentiles: warm.percentiles(of: .all), max: cold.reduce(warm.max) { max($0, $1) }),
      Distribution(
        count: warm.count + hits.warm, sum: warm.sum, percentiles: warm.percentiles(of: .warm), max: warm.max)
    )
  }

  /// A measured value, or why there is none.
  func measured(_ value: (Measurements) -> MetricValue) -> MetricValue {
    guard let measurements else { return .absent("nothing was decoded: --decode none") }
    return value(measurements)
  }

  /// A measured value of helper processes, or why there is none.
  func helped(_ value: (HelperMeasurements) -> MetricValue) -> MetricValue {
    measured { measurements in
      guard let helpers = measurements.helpers else { return .absent("decoded in this process: --decode-in process") }
      return value(helpers)
    }
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
