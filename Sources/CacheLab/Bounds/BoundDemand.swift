import GridEngine
import StrategyKit

/// What a trace asks for, made ready for bounds: its visits by the times at which cells ask.
struct BoundDemand: Sendable {
  /// One a request, in their order.
  let visits: ContiguousArray<CellVisit>
  /// Requests of the first frame come before this one.
  let coldCount: Int
  /// The request of the same key before each; -1 where there is none.
  let previous: ContiguousArray<Int>
  /// When cells ask, ascending, each once, nanoseconds.
  private(set) var times: ContiguousArray<Int64> = []
  /// The first request of each time, and how many there are.
  private(set) var starts: ContiguousArray<Int> = []
  /// Rows in view while nothing moves, in order of time.
  let stretches: ContiguousArray<CellWalk.Stretch>
  let slotCount: Int
  /// By slot divided by `capacity`: before this time, and at it, nothing of that target size can be ready.
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

  /// False for requests that never are hits: those of the first frame of all or of their target size, and of files that
  /// do not decode.
  func isCountable(_ request: Int) -> Bool {
    let visit = visits[request]
    return request >= coldCount && visit.bytes > 0 && visit.begin > firstFrame(ofSlot: visit.slot)
  }

  /// True when target sizes come one after another: before its first frame nothing of a size is held.
  var hasLaterSizes: Bool { Set(firstFrames).count > 1 }

  /// The first frame of all, nanoseconds: before it, and at it, nothing is held or on its way.
  var begin: Int64 { firstFrames.min() ?? 0 }

  /// Area in view over time of cells that enter after the first frame, thousandths of a point x nanoseconds.
  var warmArea: Int128 {
    stretches.reduce(0) { sum, stretch in
      let warm = stretch.visits.clamped(to: coldCount..<visits.count).count
      return sum + Int128(stretch.height) * Int128(stretch.end - stretch.begin) * Int128(warm)
    }
  }

  /// When bitmaps of the slot's target size are asked for first: none is held or on its way before anything happens then.
  func firstFrame(ofSlot slot: Int32) -> Int64 { firstFrames[Int(slot) / capacity] }

  /// What the shortest decode costs; 0 without any.
  var leastCost: Int64 { visits.lazy.filter { $0.bytes > 0 }.map { $0.cost }.min() ?? 0 }

  /// Requests of a time that can be hits.
  func countable(_ time: Int) -> Int64 {
    var count: Int64 = 0
    for request in starts[time]..<starts[time + 1] where isCountable(request) { count += 1 }
    return count
  }

  /// Values of which so many percent of the visits have less.
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

/// What a byte of memory and a nanosecond of a worker are taken to be worth, in whatever is counted.
///
/// Any prices that are not negative make a valid bound (weak duality): a key that is ready took room for its bytes or a
/// worker for its cost, so what all ready keys are worth beyond the price of the cheaper of the two is at most
/// the price of all room and all work there was. Good prices make a tight one.
struct BoundPrices: Sendable {
  /// Of a byte held when a window begins.
  var byte: Int64
  /// Of a nanosecond of work within it.
  var nanosecond: Int64

  /// What being ready costs a key at least.
  ///
  /// - Parameter hasMemory: False when nothing can be held yet.
  func least(bytes: Int64, cost: Int64, hasMemory: Bool = true) -> Int64 {
    let work = Int128(nanosecond) * Int128(cost)
    return BoundPrices.clamped(hasMemory ? min(Int128(byte) * Int128(bytes), work) : work)
  }

  /// What a key that is held when a window begins pays.
  func held(bytes: Int64) -> Int64 { BoundPrices.clamped(Int128(byte) * Int128(bytes)) }

  /// What all there was is worth: `memory` bytes at the beginning, `work` nanoseconds of workers within.
  func whole(memory: Int64, work: Int64) -> Int64 {
    BoundPrices.clamped(Int128(byte) * Int128(memory) + Int128(nanosecond) * Int128(work))
  }

  /// Sums stay below this, so that they can be added without a check for overflow.
  static let most = Int64.max / 4

  /// So much that nothing is worth more.
  private static func clamped(_ price: Int128) -> Int64 { Int64(min(price, Int128(most))) }
}
