/// The waits of requests that were not hits, with nearest-rank percentiles in bounded memory.
///
/// Up to `keptMax` waits are kept as they are. With one more, they are counted by parts of time instead (`buckets`), whose
/// percentiles are too small by less than one part in 8,192.
public struct WaitTally: Sendable {
  /// The number of waits that a replay keeps: 128 MB. Counts take 3 MB.
  public static let keptMax = 1 << 24
  /// The number of waits that a replay in an app keeps: 2 MB.
  static let keptMaxInApps = 1 << 18

  /// Time cut into parts that grow with it: nanoseconds below 16 us, then 8,192 parts for each doubling.
  static let buckets = SizeBuckets(bits: 13)

  public private(set) var count: Int64 = 0
  /// The sum of counted waits, nanoseconds; 0 while waits are kept.
  public private(set) var sum: WideSum = 0
  /// The longest of counted waits; 0 while waits are kept.
  public private(set) var max: Int64 = 0
  /// All waits while they are few, none afterwards.
  public private(set) var kept: ContiguousArray<Int64> = []
  private let keptMax: Int
  private var counts: ContiguousArray<Int64> = []

  public init(keptMax: Int = WaitTally.keptMax) { self.keptMax = keptMax }

  /// Adds a wait, nanoseconds.
  public mutating func append(_ wait: Int64) {
    count += 1
    if isKept {
      if kept.count < keptMax { return kept.append(wait) }
      counts = ContiguousArray(repeating: 0, count: Int(WaitTally.buckets.count))
      for wait in kept { add(wait) }
      kept = []
    }
    add(wait)
  }

  mutating func reserve(_ capacity: Int) { kept.reserveCapacity(Swift.min(capacity, keptMax, WaitTally.keptMaxInApps)) }

  /// True when all waits are at hand.
  public var isKept: Bool { counts.isEmpty }

  /// Returns the 50th, 90th, 95th and 99th percentile of counted waits, together with `others` and with hits, which wait 0.
  ///
  /// - Precondition: Waits are not kept.
  package func percentiles(with others: ContiguousArray<Int64> = [], hits: Int64) -> [Int64] {
    precondition(!isKept, "waits are counted")
    var counts = counts
    for wait in others { counts[Int(WaitTally.buckets.bucket(of: wait))] += 1 }
    let total = count + Int64(others.count) + hits
    let percents: [Int64] = [50, 90, 95, 99]
    return percents.map { percent in
      var left = (total * percent + 99) / 100 - hits
      for (part, count) in counts.enumerated() where left > 0 {
        left -= count
        if left <= 0 { return WaitTally.buckets.range(UInt64(part)).lowerBound }
      }
      return 0
    }
  }

  private mutating func add(_ wait: Int64) {
    sum.add(wait)
    max = Swift.max(max, wait)
    counts[Int(WaitTally.buckets.bucket(of: wait))] += 1
  }
}

/// The buckets of an HDR histogram: small numbers have one each, and larger ones share one with numbers that differ
/// from them by less than one in 2^bits.
package struct SizeBuckets: Sendable {
  private let bits: UInt64

  /// - Parameter bits: Numbers below 2^(bits + 1) have a bucket each.
  package init(bits: UInt64) { self.bits = bits }

  package var count: UInt64 { (63 - bits + 1) << bits }

  /// Returns the bucket of a number; negative numbers are in that of 0.
  package func bucket(of value: Int64) -> UInt64 {
    let value = UInt64(max(value, 0))
    guard value >= 1 << bits else { return value }
    let shift = UInt64(63 - value.leadingZeroBitCount) - bits
    return (shift + 1) << bits | value >> shift & (1 << bits - 1)
  }

  package func range(_ bucket: UInt64) -> ClosedRange<Int64> {
    guard bucket >= 1 << bits else { return Int64(bucket)...Int64(bucket) }
    let shift = bucket >> bits - 1
    let low = Int64((bucket & (1 << bits - 1) | 1 << bits) << shift)
    return low...(low + (1 << Int64(shift) - 1))
  }
}
