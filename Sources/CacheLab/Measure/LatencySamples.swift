/// Measured latencies in nanoseconds, none negative: as they are up to 65,536, in a histogram beyond, so that a run's
/// memory does not grow with its length.
public struct LatencySamples: Sendable, ExpressibleByArrayLiteral {
  /// More samples than this are left to the histogram.
  public static let rawMax = 65_536

  public private(set) var count = 0
  /// All samples in the order in which they were added; none once there are more than `rawMax`.
  public private(set) var raw: [Int64] = []
  private var histogram: LatencyHistogram?

  public init() {}

  public init(_ samples: some Sequence<Int64>) {
    for sample in samples { append(sample) }
  }

  /// Samples that are in a histogram already.
  init(_ histogram: LatencyHistogram) {
    self.histogram = histogram
    count = Int(histogram.distribution.count)
  }

  public init(arrayLiteral samples: Int64...) { self.init(samples) }

  public mutating func append(_ sample: Int64) {
    count += 1
    if histogram == nil && count <= LatencySamples.rawMax {
      raw.append(sample)
      return
    }
    if histogram == nil {
      histogram = LatencyHistogram(raw)
      raw = []
    }
    histogram?.record(sample)
  }

  mutating func reserve(_ capacity: Int) { raw.reserveCapacity(min(capacity, LatencySamples.rawMax)) }

  /// Percentiles to three significant digits; count, sum and maximum exact.
  public var distribution: Distribution { (histogram ?? LatencyHistogram(raw)).distribution }

  /// Exact percentiles while samples are kept, to three significant digits beyond.
  public var finestDistribution: Distribution { histogram?.distribution ?? Distribution(samples: raw) }
}
