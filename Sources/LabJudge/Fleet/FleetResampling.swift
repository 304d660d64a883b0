import LabBase
import StrategyKit

/// How sure means over traces are: 200 resamples, in each of which every user counts as often as a Poisson number of mean
/// 1 says (Chamandy, Muralidharan, Najmi and Naidu, "Estimating uncertainty for massive data streams", 2012).
///
/// A user's traces count together, because they are alike. The numbers follow from the user alone, so that strategies
/// are compared over the same resamples, and shards need not know of each other.
enum FleetResampling {
  static let count = 200

  /// 2^32 x the chance of at most 0, 1, 2 ... 9 of a Poisson distribution of mean 1.
  private static let limits: [UInt32] = [
    1_580_030_168, 3_160_060_337, 3_950_075_421, 4_213_413_783, 4_279_248_373, 4_292_415_291, 4_294_609_777,
    4_294_923_276, 4_294_962_463, 4_294_966_817,
  ]

  /// How often a resample has a user at most.
  static let weightMax = Int64(limits.count)

  /// How often each resample has a user.
  static func weights(ofUser user: UInt64) -> [Int64] {
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

  /// Who made a trace: what stands before the first slash of its name; nobody else where there is none.
  static func user(ofTrace name: String, number: Int) -> UInt64 {
    guard let slash = name.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      return SplitMix64.hash(0x7ACE, UInt64(number))
    }
    return XXHash64.hash(Array(name.utf8[..<slash]))
  }
}
