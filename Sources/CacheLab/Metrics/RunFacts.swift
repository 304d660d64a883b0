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

  public init(tally: ReplayTally, measurements: Measurements? = nil, frames: FrameTimings? = nil) {
    self.tally = tally
    self.measurements = measurements
    self.frames = frames
    var (warm, cold) = (tally.warmWaits, tally.coldWaits)
    if !warm.isKept && !warm.isRanked {
      // In real time no replay repeats: percentiles are those of parts.
      _ = warm.narrow(cold: cold, hits: (all: tally.requests.hits, warm: tally.warmRequests.hits))
    }
    if warm.isKept {
      timeToImage = Distribution(samples: warm.kept + cold, zeros: tally.requests.hits)
      warmTimeToImage = Distribution(samples: warm.kept, zeros: tally.warmRequests.hits)
    } else {
      timeToImage = Distribution(
        count: warm.count + Int64(cold.count) + tally.requests.hits,
        sum: cold.reduce(warm.sum) { $0 + Int128($1) }, percentiles: warm.percentiles(of: .all),
        max: cold.reduce(warm.max) { max($0, $1) })
      warmTimeToImage = Distribution(
        count: warm.count + tally.warmRequests.hits, sum: warm.sum, percentiles: warm.percentiles(of: .warm),
        max: warm.max)
    }
  }

  /// A measured value, or why there is none.
  func measured(_ value: (Measurements) -> MetricValue) -> MetricValue {
    guard let measurements else { return .absent("nothing was decoded: --decode none") }
    return value(measurements)
  }

  /// A value of a replay on the wall clock, or why there is none.
  func punctuality(_ value: (FrameTimings) -> MetricValue) -> MetricValue {
    guard let frames else { return .absent("in virtual time nothing is late: --time real") }
    return value(frames)
  }
}
