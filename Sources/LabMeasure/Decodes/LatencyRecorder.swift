public import CacheLab
import Histogram

/// Takes latencies in nanoseconds, none negative: as they are up to 65,536, in a histogram beyond, so that a run's memory
/// does not grow with its length.
public struct LatencyRecorder: Sendable, ExpressibleByArrayLiteral {
  private var count = 0
  private var raw: [Int64] = []
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

  /// What was taken so far.
  public var samples: LatencySamples {
    let rough = (histogram ?? LatencyHistogram(raw)).distribution
    return LatencySamples(
      count: count, raw: raw, distribution: rough,
      finest: histogram == nil ? Distribution(samples: raw) : rough)
  }
}

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
