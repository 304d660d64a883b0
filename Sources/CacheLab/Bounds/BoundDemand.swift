import GridEngine
import StrategyKit

/// The requests of a trace, prepared for bounds: its visits by the times at which cells ask.
struct BoundDemand: Sendable {
  /// The visits of requests, in their order.
  let visits: ContiguousArray<CellVisit>
  /// The number of requests of the first frame, which come first.
  let coldCount: Int
  /// By request: the one of the same key before it, or -1.
  let previous: ContiguousArray<Int>
  /// The times at which cells ask, ascending, each once, in nanoseconds.
  private(set) var times: ContiguousArray<Int64> = []
  /// The first request of each time, and the number of requests at the end.
  private(set) var starts: ContiguousArray<Int> = []
  /// The rows in view while nothing moves, in order of time.
  let stretches: ContiguousArray<CellWalk.Stretch>
  let slotCount: Int
  /// By slot divided by `capacity`: the time before and at which nothing of that target size can be ready.
  private let firstFrames: ContiguousArray<Int64>
  private let capacity: Int

  /// - Parameter withStretches: Whether `stretches` is filled.
  init(_ replay: Replay, withStretches: Bool = false) {
    var walk = CellWalk(script: replay.script, table: replay.table)
    var stretches: ContiguousArray<CellWalk.Stretch> = []
    if withStretches { walk.run { stretches.append($0) } } else { walk.run() }
    self.stretches = stretches
    visits = walk.visits
    coldCount = walk.coldCount
    slotCount = replay.table.slotCount
    capacity = max(1, replay.table.capacity)
    firstFrames = walk.firstFrames
    var last = ContiguousArray(repeating: -1, count: slotCount)
    var previous = ContiguousArray(repeating: -1, count: visits.count)
    for request in visits.indices {
      let slot = Int(visits[request].slot)
      previous[request] = last[slot]
      last[slot] = request
      if visits[request].begin != times.last {
        times.append(visits[request].begin)
        starts.append(request)
      }
    }
    starts.append(visits.count)
    self.previous = previous
  }

  /// Returns whether a request can be a hit: not one of the first frame of all or of its target size, nor of a file
  /// that does not decode.
  func isCountable(_ request: Int) -> Bool {
    let visit = visits[request]
    return request >= coldCount && visit.bytes > 0 && visit.begin > firstFrame(ofSlot: visit.slot)
  }

  /// True if target sizes come one after another: before its first frame nothing of a size is held.
  var hasLaterSizes: Bool { Set(firstFrames).count > 1 }

  /// The first frame of all in nanoseconds: before it, and at it, nothing is held or being decoded.
  var begin: Int64 { firstFrames.min() ?? 0 }

  /// The area in view over time of cells that enter after the first frame, in thousandths of a point x nanoseconds.
  var warmArea: Int128 {
    stretches.reduce(0) { sum, stretch in
      let warm = stretch.visits.clamped(to: coldCount..<visits.count).count
      return sum + Int128(stretch.height) * Int128(stretch.end - stretch.begin) * Int128(warm)
    }
  }

  /// Returns the time of the first requests of the slot's target size: no bitmap of it is held or being decoded before.
  func firstFrame(ofSlot slot: Int32) -> Int64 { firstFrames[Int(slot) / capacity] }

  /// The cost of the shortest decode; 0 without any.
  var leastCost: Int64 { visits.lazy.filter { $0.bytes > 0 }.map { $0.cost }.min() ?? 0 }

  /// Returns the number of requests of a time that can be hits.
  func countable(_ time: Int) -> Int64 {
    var count: Int64 = 0
    for request in starts[time]..<starts[time + 1] where isCountable(request) { count += 1 }
    return count
  }

  /// Returns the values below which so many percent of the visits are.
  func quantiles(of value: (CellVisit) -> Int64, _ percents: [Int]) -> [Int64] {
    let sorted = visits.filter { $0.bytes > 0 }.map(value).sorted()
    if sorted.isEmpty { return [1] }
    var found: [Int64] = []
    for percent in percents {
      let value = sorted[min(sorted.count - 1, sorted.count * percent / 100)]
      if !found.contains(value) { found.append(value) }
    }
    return found
  }
}

/// The assumed worth of a byte of memory and of a nanosecond of a worker.
///
/// Any prices that are not negative make a valid bound (weak duality): a key that is ready took room for its bytes or a
/// worker for its cost, so the worth of all ready keys beyond the price of the cheaper of the two is at most the price
/// of all room and all work there was. Good prices make a tight one.
struct BoundPrices: Sendable {
  /// The price of a byte held when a window begins.
  var byte: Int64
  /// The price of a nanosecond of work within it.
  var nanosecond: Int64

  /// Returns the least price at which a key can be ready.
  ///
  /// - Parameter hasMemory: Whether anything can be held yet.
  func least(bytes: Int64, cost: Int64, hasMemory: Bool = true) -> Int64 {
    let work = Int128(nanosecond) * Int128(cost)
    return BoundPrices.clamped(hasMemory ? min(Int128(byte) * Int128(bytes), work) : work)
  }

  /// Returns the price of a key that is held when a window begins.
  func held(bytes: Int64) -> Int64 { BoundPrices.clamped(Int128(byte) * Int128(bytes)) }

  /// Returns the price of all there is: `memory` bytes at the beginning, `work` nanoseconds of workers within.
  func whole(memory: Int64, work: Int64) -> Int64 {
    BoundPrices.clamped(Int128(byte) * Int128(memory) + Int128(nanosecond) * Int128(work))
  }

  /// The limit of sums, which can then be added without a check for overflow.
  static let most = Int64.max / 4

  private static func clamped(_ price: Int128) -> Int64 { Int64(min(price, Int128(most))) }
}
