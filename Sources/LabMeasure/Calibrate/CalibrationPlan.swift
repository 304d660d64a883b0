import CacheLab
import LabBase
import StrategyKit

/// Which decodes a calibration times, and in which order.
struct CalibrationPlan: Sendable {
  /// One file as one bitmap.
  struct Decode: Hashable, Sendable {
    var asset: Int
    var form: BitmapForm

    var scale: DecodeScale { form.scale }
  }

  /// How often each photo is decoded: at every scale, then once more and reduced.
  static let formCount = 9

  /// Every chosen photo at 1/8 to 8/8, then once reduced.
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
    decodes = chosen.enumerated().flatMap { number, asset in
      CalibrationPlan.forms(of: assets[asset].size, number: number).map { Decode(asset: asset, form: $0) }
    }
    alone = decodes.indices.filter { ($0 / CalibrationPlan.formCount) % CalibrationPlan.aloneShare == 0 }
  }

  /// The decode at the scale of a reduced one, without the reduction; nil of one that is not reduced.
  func unreduced(_ index: Int) -> Int? {
    let form = decodes[index].form
    guard form.isReduced else { return nil }
    return index - index % CalibrationPlan.formCount + Int(form.scale.eighths) - 1
  }

  /// All scales, and a picture that is half an eighth smaller than one of them, photo by photo of the next.
  private static func forms(of size: PixelSize, number: Int) -> [BitmapForm] {
    let sixteenths = 2 * Int64(2 + number % 7) - 1
    func side(_ side: Int32) -> Int32 { Int32(max(1, Int64(side) * sixteenths / 16)) }
    let target = PixelSize(width: side(size.width), height: side(size.height))
    return (1...8 as ClosedRange<Int32>).map { BitmapForm(size, at: DecodeScale(eighths: $0)) }
      + [BitmapForm(of: size, reaching: target, fit: .fill, scales: .all, pixels: .bgra)]
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
