import CacheLab
import LabBase
import LabLibrary
import StrategyKit

/// The decodes that a calibration times, and their order.
struct CalibrationPlan: Sendable {
  /// The decodes of each photo: at every scale, then once more and reduced.
  static let formCount = 9

  /// Every chosen photo at 1/8 to 8/8, then once reduced.
  let decodes: [DecodeTask]
  /// The decodes that are also timed alone, as indexes of `decodes`: every fourth photo at its scales.
  let alone: [Int]
  let imageCount: Int

  private static let aloneShare = 4

  /// Chooses photos of all source sizes, and of each size files from the smallest to the largest.
  init(assets: ContiguousArray<AssetInfo>, imageCount: Int) {
    let usable = assets.indices.filter { assets[$0].decodes }
    let chosen = CalibrationPlan.spread(usable, assets, count: min(imageCount, usable.count))
    self.imageCount = chosen.count
    decodes = chosen.enumerated().flatMap { number, asset in
      let source = assets[asset].size
      return CalibrationPlan.forms(of: source, number: number).map {
        DecodeTask(asset: asset, form: $0, source: source)
      }
    }
    alone = decodes.indices.filter { ($0 / CalibrationPlan.formCount) % CalibrationPlan.aloneShare == 0 }
  }

  /// Returns the decode at the scale of a reduced one, without the reduction, or nil if it is not reduced.
  func unreduced(_ index: Int) -> Int? {
    let form = decodes[index].form
    guard form.isReduced else { return nil }
    return index - index % CalibrationPlan.formCount + Int(form.scale.eighths) - 1
  }

  /// Returns all scales, and a picture that is half an eighth smaller than one of them, photo by photo of the next.
  private static func forms(of size: PixelSize, number: Int) -> [BitmapForm] {
    let sixteenths = 2 * Int64(2 + number % 7) - 1
    func side(_ side: Int32) -> Int32 { Int32(max(1, Int64(side) * sixteenths / 16)) }
    let target = PixelSize(width: side(size.width), height: side(size.height))
    return (1...8 as ClosedRange<Int32>).map { BitmapForm(size, at: DecodeScale(eighths: $0)) }
      + [BitmapForm(of: size, reaching: target, fit: .fill)]
  }

  /// Returns the order of a round: another one each round, the same in each calibration. A drift during a round then
  /// affects all sizes and scales alike.
  static func order(of indexes: [Int], round: Int) -> [Int] {
    var order = indexes
    var random = SplitMix64(seed: SplitMix64.hash(0xCA11_B8A7, UInt64(round)))
    for index in order.indices.dropFirst().reversed() { order.swapAt(index, random.next(below: index + 1)) }
    return order
  }

  /// Returns an equal number of each source size if there are few sizes, else photos evenly by pixels.
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

  /// Returns `count` elements of a list, first and last among them.
  private static func evenly(_ list: [Int], count: Int) -> [Int] {
    guard count > 1 else { return Array(list.prefix(count)) }
    return (0..<count).map { list[$0 * (list.count - 1) / (count - 1)] }
  }
}

/// Times the decodes of a plan with the pool, workers and codec of a measured run, into memory that is resident before
/// the clock starts.
struct DecodeTrials {
  let library: PhotoLibrary
  let plan: CalibrationPlan
  let rounds: Int
  let workers: Int

  /// The most bytes of bitmaps at once, unless fewer would leave workers idle.
  private static let bitmapBytesMax = 1 << 29

  /// Runs all rounds: in each every decode once with all workers busy, then a part of them on one worker alone.
  ///
  /// - Parameter progress: Called from time to time with the number of decodes begun and their total.
  func run(progress: (Int, Int) -> Void) throws(MeasureError) -> DecodeTimings {
    let all = Array(plan.decodes.indices)
    let alone = workers > 1 ? plan.alone : []
    let total = rounds * (all.count + alone.count)
    // A few bitmaps' memory, resident from the start, used in turn.
    let largest = plan.decodes.map { Int($0.form.bytes) }.max() ?? 1
    let bitmapCount = max(workers + 1, min(DecodePool.runAheadMax, DecodeTrials.bitmapBytesMax / largest))
    var pages = PageStore()
    var bitmaps: [UnsafeMutableRawPointer] = unsafe []
    // A decode that is under way writes into them until its thread has ended, which comes first.
    defer { while let bitmap = unsafe bitmaps.popLast() { unsafe pages.release(bitmap, bytes: largest) } }
    for _ in 0..<bitmapCount { unsafe bitmaps.append(try pages.allocate(bytes: largest)) }
    let busyPool = try pool(threadCount: workers, jobCount: rounds * all.count)
    defer { busyPool.stop() }
    let alonePool = try pool(threadCount: 1, jobCount: rounds * alone.count)
    defer { alonePool.stop() }
    var (busyOrder, aloneOrder): ([Int], [Int]) = ([], [])
    var begun = 0
    func submit(_ order: [Int], to pool: DecodePool) throws(MeasureError) {
      var jobs = [Int?](repeating: nil, count: bitmapCount)
      for index in order {
        if begun % 64 == 0 { progress(begun, total) }
        let (task, place) = (plan.decodes[index], begun % bitmapCount)
        if let earlier = jobs[place] { try pool.wait(for: earlier) }
        let pixels = unsafe UnsafeMutableRawBufferPointer(start: bitmaps[place], count: Int(task.form.bytes))
        jobs[place] = try pool.submit(unsafe DecodeJob(task: task, pixels: pixels))
        begun += 1
      }
      try pool.drain()
    }
    for round in 0..<rounds {
      let order = CalibrationPlan.order(of: all, round: round)
      try submit(order, to: busyPool)
      busyOrder += order
      let few = CalibrationPlan.order(of: alone, round: round)
      try submit(few, to: alonePool)
      aloneOrder += few
    }
    let (busy, partial) = try busyPool.timings()
    let (single, _) = try alonePool.timings()
    return DecodeTimings(
      busy: DecodeTimings.byDecode(busy, order: busyOrder, count: all.count),
      alone: DecodeTimings.byDecode(single, order: aloneOrder, count: all.count),
      partialImages: partial)
  }

  private func pool(threadCount: Int, jobCount: Int) throws(MeasureError) -> DecodePool {
    try DecodePool(
      library: library, threadCount: threadCount, jobCount: jobCount,
      rehearsal: plan.alone.prefix(32).map { plan.decodes[$0] }, timingsMax: jobCount)
  }
}

/// The timings of every decode of a plan, round by round.
struct DecodeTimings {
  /// By decode, a timing for each round; all workers were busy.
  var busy: [[DecodeTiming]]
  /// By decode, timings on one worker alone; empty for decodes that were not timed alone.
  var alone: [[DecodeTiming]]
  /// The number of damaged files that still gave an image.
  var partialImages: Int64

  /// Groups timings, in the order of submission, by decode; rounds keep their order.
  static func byDecode(
    _ timings: ContiguousArray<DecodeTiming>, order: [Int], count: Int
  ) -> [[DecodeTiming]] {
    var result = [[DecodeTiming]](repeating: [], count: count)
    for (number, decode) in order.enumerated() { result[decode].append(timings[number]) }
    return result
  }

  var decodeCount: Int { busy.reduce(0) { $0 + $1.count } + alone.reduce(0) { $0 + $1.count } }
}
