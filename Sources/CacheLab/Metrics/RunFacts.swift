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
    timeToImage = Distribution(samples: tally.warmWaits + tally.coldWaits, zeros: tally.requests.hits)
    warmTimeToImage = Distribution(samples: tally.warmWaits, zeros: tally.warmRequests.hits)
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
