/// Records latencies in nanoseconds, none negative, in an HDR histogram, and up to 65,536 as they are: a run's memory does
/// not grow with its length.
struct LatencyRecorder {
  private static let sizes = SizeBuckets(bits: 10)

  private var raw: [Int64] = []
  private var counts: [Int64] = []
  private var count: Int64 = 0
  private var sum: Int128 = 0
  private var maximum: Int64 = 0

  init(_ samples: [Int64] = []) {
    for sample in samples { append(sample) }
  }

  mutating func append(_ sample: Int64) {
    if raw.count <= LatencySamples.rawMax { raw.append(sample) }
    let bucket = Int(LatencyRecorder.sizes.bucket(of: sample))
    if bucket >= counts.count { counts += repeatElement(0, count: bucket + 1 - counts.count) }
    counts[bucket] += 1
    count += 1
    sum += Int128(sample)
    maximum = max(maximum, sample)
  }

  mutating func reserve(_ capacity: Int) { raw.reserveCapacity(min(capacity, LatencySamples.rawMax)) }

  var samples: LatencySamples {
    LatencySamples(
      raw: raw.count > LatencySamples.rawMax ? [] : raw,
      distribution: Distribution(count: count, sum: sum, percentiles: [50, 90, 95, 99].map(value), max: maximum))
  }

  /// Returns the largest number of the bucket with the sample of the nearest rank, ceil(percent x count / 100).
  private func value(at percent: Int64) -> Int64 {
    let rank = max(1, (count * percent + 99) / 100)
    var passed: Int64 = 0
    for (bucket, here) in counts.enumerated() {
      passed += here
      if passed >= rank { return min(LatencyRecorder.sizes.range(UInt64(bucket)).upperBound, maximum) }
    }
    return 0
  }
}
