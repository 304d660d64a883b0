/// Measured latencies in nanoseconds, none negative, as `LatencyRecorder` took them.
public struct LatencySamples: Sendable {
  /// More samples than this are counted, not kept.
  public static let rawMax = 65_536

  public let count: Int
  /// All samples in the order in which they were added; none once there are more than `rawMax`.
  public let raw: [Int64]
  /// Percentiles to three significant digits; count, sum and maximum exact.
  public let distribution: Distribution
  /// Exact percentiles while samples are kept, to three significant digits beyond.
  public let finestDistribution: Distribution

  /// No samples.
  public init() {
    self.init(count: 0, raw: [], distribution: Distribution(samples: []), finest: Distribution(samples: []))
  }

  package init(count: Int, raw: [Int64], distribution: Distribution, finest: Distribution) {
    self.count = count
    self.raw = raw
    self.distribution = distribution
    finestDistribution = finest
  }
}
