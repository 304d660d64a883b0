package import LabBase
package import StrategyKit

/// The frequencies of numbers by size, in buckets of an HDR histogram, each at most a 64th wide. Counts are exact, so
/// that sketches of parts add up to that of the whole, in any order.
package struct FleetSketch: Hashable, Sendable {
  /// A bucket from bit 48 on, and the number of its members; by bucket.
  package private(set) var buckets: [UInt64] = []

  package static let sizes = SizeBuckets(bits: 6)
  private static let countMask: UInt64 = 1 << 48 - 1

  package mutating func add(_ value: Int64) { add(bucket: FleetSketch.sizes.bucket(of: value), 1) }

  private mutating func add(bucket: UInt64, _ count: UInt64) {
    let place = buckets.indices.partitioningIndex { buckets[$0] >> 48 >= bucket }
    if place < buckets.count, buckets[place] >> 48 == bucket {
      buckets[place] += count
    } else {
      buckets.insert(bucket << 48 | count, at: place)
    }
  }

  package mutating func add(_ other: FleetSketch) {
    for entry in other.buckets { add(bucket: entry >> 48, entry & FleetSketch.countMask) }
  }

  package var count: UInt64 { buckets.reduce(0) { $0 + $1 & FleetSketch.countMask } }

  /// Returns the middle of the bucket with the number of a rank, ceil(share x count); 0 if empty.
  package func quantile(_ share: Double) -> Int64 {
    let range = range(of: share)
    return range.lowerBound + (range.upperBound - range.lowerBound) / 2
  }

  /// Returns the lowest limit up to which that many numbers surely are; 0 if empty.
  package func limit(_ share: Double) -> Int64 { range(of: share).upperBound }

  private func range(of share: Double) -> ClosedRange<Int64> {
    let rank = max(1, UInt64((share * Double(count)).rounded(.up)))
    var passed: UInt64 = 0
    for entry in buckets {
      passed += entry & FleetSketch.countMask
      if passed >= rank { return FleetSketch.sizes.range(entry >> 48) }
    }
    return 0...0
  }

  /// Returns how many numbers are surely at most `limit`: those of a bucket that reaches beyond it are not.
  package func count(upTo limit: Int64) -> UInt64 {
    buckets.reduce(0) { $0 + (FleetSketch.sizes.range($1 >> 48).upperBound <= limit ? $1 & FleetSketch.countMask : 0) }
  }

  package func write(to writer: inout ByteWriter) {
    writer.varint(UInt64(buckets.count))
    var last: UInt64 = 0
    for entry in buckets {
      writer.varint(entry >> 48 - last)
      writer.varint(entry & FleetSketch.countMask)
      last = entry >> 48
    }
  }

  package init() {}

  /// Returns whether so many numbers with this sum and maximum are possible.
  package func isOf(_ count: UInt64, sum: Int128, max: Int64) -> Bool {
    var (numbers, low, high) = (UInt64(0), Int128(0), Int128(0))
    for entry in buckets {
      let (more, range) = (entry & FleetSketch.countMask, FleetSketch.sizes.range(entry >> 48))
      numbers += more
      low += Int128(more) * Int128(range.lowerBound)
      high += Int128(more) * Int128(range.upperBound)
    }
    return numbers == count && (low...high).contains(sum)
      && (buckets.last ?? 0) >> 48 == FleetSketch.sizes.bucket(of: max)
  }

  /// Reads a sketch; returns nil if the bytes are none.
  package init?(_ reader: inout ByteReader) {
    guard let size = reader.varint(), size <= FleetSketch.sizes.count else { return nil }
    var bucket: UInt64 = 0
    for index in 0..<size {
      guard let step = reader.varint(), step > 0 || index == 0, step < FleetSketch.sizes.count - bucket,
        let count = reader.varint(), count > 0, count <= FleetSketch.countMask
      else { return nil }
      bucket += step
      buckets.append(bucket << 48 | count)
    }
  }

  package var byteCount: Int { buckets.count * 8 }
}

/// The certainty of means over traces: 200 resamples, in each of which a user counts a Poisson number of times with
/// mean 1 (Chamandy, Muralidharan, Najmi and Naidu, "Estimating uncertainty for massive data streams", 2012).
///
/// A user's traces count together, because they are alike. The numbers follow from the user alone, so that strategies
/// are compared over the same resamples, and shards need not know of each other.
package enum FleetResampling {
  package static let count = 200

  /// The chances of at most 0, 1, 2 ... 9 of a Poisson distribution of mean 1, times 2^32.
  private static let limits: [UInt32] = [
    1_580_030_168, 3_160_060_337, 3_950_075_421, 4_213_413_783, 4_279_248_373, 4_292_415_291, 4_294_609_777,
    4_294_923_276, 4_294_962_463, 4_294_966_817,
  ]

  /// The most times that a resample has a user.
  package static let weightMax = Int64(limits.count)

  /// Returns how often each resample has a user.
  package static func weights(ofUser user: UInt64) -> [Int64] {
    var weights: [Int64] = []
    weights.reserveCapacity(count)
    for pair in 0..<UInt64(count / 2) {
      let bits = SplitMix64.hash(user, pair)
      for half in [UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: bits >> 32)] {
        var times: Int64 = 0
        while times < limits.count, half >= limits[Int(times)] { times += 1 }
        weights.append(times)
      }
    }
    return weights
  }

  /// Adds numbers, one for each resample, times a factor. No sum overflows: `FleetCell.isPossible` bounds files.
  package static func add(_ numbers: [Int64], times factor: Int64 = 1, to sums: inout [Int64]) {
    if sums.isEmpty { sums = [Int64](repeating: 0, count: numbers.count) }
    for index in numbers.indices { sums[index] &+= numbers[index] &* factor }
  }

  /// Returns the user of a trace: the part of its name before the first slash, or the trace itself without one.
  package static func user(ofTrace name: String, number: Int) -> UInt64 {
    guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      return SplitMix64.hash(0x7ACE, UInt64(number))
    }
    return XXHash64.hash(Array(name.utf8[..<slash]))
  }
}
