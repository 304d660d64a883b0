public import CacheLab
import Histogram

/// Latencies in an HDR histogram: percentiles to three significant digits, count, sum and maximum exact.
public struct LatencyHistogram: Sendable {
  private var histogram = Histogram<UInt64>(numberOfSignificantValueDigits: .three)
  private var sum: Int128 = 0
  private var maximum: Int64 = 0

  /// - Parameter samples: nanoseconds, none negative.
  public init(_ samples: some Sequence<Int64>) {
    for sample in samples { record(sample) }
  }

  public mutating func record(_ sample: Int64) {
    histogram.record(UInt64(sample))
    sum += Int128(sample)
    maximum = max(maximum, sample)
  }

  public var distribution: Distribution {
    Distribution(
      count: Int64(histogram.totalCount), sum: sum, p50: value(at: 50), p90: value(at: 90), p95: value(at: 95),
      p99: value(at: 99), max: maximum)
  }

  private func value(at percentile: Double) -> Int64 {
    min(Int64(histogram.valueAtPercentile(percentile)), maximum)
  }
}
