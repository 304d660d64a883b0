/// The buckets of an HDR histogram: small numbers have one each, and larger ones share one with numbers that differ
/// from them by less than one in 2^bits.
package struct SizeBuckets: Sendable {
  private let bits: UInt64

  /// - Parameter bits: Numbers below 2^(bits + 1) have a bucket each.
  package init(bits: UInt64) { self.bits = bits }

  /// The number of buckets.
  package var count: UInt64 { (63 - bits + 1) << bits }

  /// Returns the bucket of a number; negative numbers are in that of 0.
  package func bucket(of value: Int64) -> UInt64 {
    let value = UInt64(max(value, 0))
    guard value >= 1 << bits else { return value }
    let shift = UInt64(63 - value.leadingZeroBitCount) - bits
    return (shift + 1) << bits | value >> shift & (1 << bits - 1)
  }

  /// Returns the numbers of a bucket.
  package func range(_ bucket: UInt64) -> ClosedRange<Int64> {
    guard bucket >= 1 << bits else { return Int64(bucket)...Int64(bucket) }
    let shift = bucket >> bits - 1
    let low = Int64((bucket & (1 << bits - 1) | 1 << bits) << shift)
    return low...(low + (1 << Int64(shift) - 1))
  }
}
