import CacheLab
import LabBase
import StrategyKit

/// Which decodes a calibration times, and in which order.
struct CalibrationPlan: Sendable {
  /// One file at one scale.
  struct Decode: Hashable, Sendable {
    var asset: Int
    var scale: DecodeScale
  }

  /// Every chosen photo at every scale.
  let decodes: [Decode]
  /// Those that are also timed alone, as indexes of `decodes`: every fourth photo at its scales.
  let alone: [Int]
  let imageCount: Int

  private static let aloneShare = 4

  /// Chooses photos of all source sizes, and of each size files from the smallest to the largest.
  init(assets: ContiguousArray<AssetInfo>, imageCount: Int) {
    let usable = assets.indices.filter { assets[$0].decodes }
    let chosen = CalibrationPlan.spread(usable, assets, count: min(imageCount, usable.count))
    self.imageCount = chosen.count
    decodes = chosen.flatMap { asset in
      (1...8 as ClosedRange<Int32>).map { Decode(asset: asset, scale: DecodeScale(eighths: $0)) }
    }
    alone = decodes.indices.filter { ($0 / 8) % CalibrationPlan.aloneShare == 0 }
  }

  /// The order of a round: another one each round, the same each time. What drifts while a round lasts then meets all
  /// sizes and scales alike.
  static func order(of indexes: [Int], round: Int) -> [Int] {
    var order = indexes
    var random = SplitMix64(seed: SplitMix64.hash(0xCA11_B8A7, UInt64(round)))
    for index in order.indices.dropFirst().reversed() { order.swapAt(index, random.next(below: index + 1)) }
    return order
  }

  /// An equal number of each source size where there are few sizes, else evenly by pixels.
  private static func spread(_ usable: [Int], _ assets: ContiguousArray<AssetInfo>, count: Int) -> [Int] {
    let sorted = usable.sorted { left, right in
      let (one, other) = (assets[left], assets[right])
      return (one.size.pixelCount, one.width, one.encodedBytes, Int32(left))
        < (other.size.pixelCount, other.width, other.encodedBytes, Int32(right))
    }
    var groups: [[Int]] = []
    for asset in sorted {
      if let last = groups.last?.last, assets[last].size == assets[asset].size {
        groups[groups.count - 1].append(asset)
      } else {
        groups.append([asset])
      }
    }
    guard groups.count * 2 <= count else { return evenly(sorted, count: count) }
    var chosen: [Int] = []
    // Small groups first: what they lack goes to the larger ones.
    for (index, group) in groups.sorted(by: { ($0.count, $0[0]) < ($1.count, $1[0]) }).enumerated() {
      let share = (count - chosen.count) / (groups.count - index)
      chosen += evenly(group, count: min(share, group.count))
    }
    return chosen.sorted()
  }

  /// `count` of a list, first and last among them.
  private static func evenly(_ list: [Int], count: Int) -> [Int] {
    guard count > 1 else { return Array(list.prefix(count)) }
    return (0..<count).map { list[$0 * (list.count - 1) / (count - 1)] }
  }
}
