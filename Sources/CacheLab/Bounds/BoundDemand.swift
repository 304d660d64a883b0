import GridEngine
import StrategyKit

/// What a trace asks for, made ready for bounds: its visits by the times at which cells ask.
struct BoundDemand: Sendable {
  /// One a request, in their order; with shared sizes each with the least bytes and cost of its item.
  private(set) var visits: ContiguousArray<CellVisit>
  /// Requests of the first frame come before this one.
  let coldCount: Int
  /// The request of the same key before each; -1 where there is none.
  let previous: ContiguousArray<Int>
  /// When cells ask, ascending, each once, nanoseconds.
  private(set) var times: ContiguousArray<Int64> = []
  /// The first request of each time, and how many there are.
  private(set) var starts: ContiguousArray<Int> = []
  /// Rows in view while nothing moves, in order of time.
  private(set) var stretches: ContiguousArray<CellWalk.Stretch> = []
  let slotCount: Int
  /// By slot divided by `capacity`: before this time, and at it, nothing of that target size can be ready.
  private let firstFrames: ContiguousArray<Int64>
  private let capacity: Int

  /// - Parameters:
  ///   - sharesSizes: Whether a larger bitmap may serve a smaller request, so that an item is one key.
  ///   - withStretches: Whether `stretches` is filled.
  init(_ replay: Replay, sharesSizes: Bool, withStretches: Bool = false) {
    var walk = CellWalk(script: replay.script, table: replay.table)
    var stretches: ContiguousArray<CellWalk.Stretch> = []
    if withStretches { walk.run { stretches.append($0) } } else { walk.run() }
    self.stretches = stretches
    visits = walk.visits
    coldCount = walk.coldCount
    slotCount = replay.table.slotCount
    capacity = max(1, replay.table.capacity)
    // A larger bitmap may have been there before.
    let first = walk.firstFrames.min() ?? 0
    firstFrames = sharesSizes ? ContiguousArray(repeating: first, count: walk.firstFrames.count) : walk.firstFrames
    if sharesSizes { visits = BoundDemand.sharing(visits) }
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

  /// All target sizes of an item as one key: its slot is the item, bytes and cost are the least of all.
  private static func sharing(_ visits: ContiguousArray<CellVisit>) -> ContiguousArray<CellVisit> {
    let count = visits.map { $0.item.index }.max().map { $0 + 1 } ?? 0
    var least = ContiguousArray<(bytes: Int64, cost: Int64)>(repeating: (.max, .max), count: count)
    for visit in visits where visit.bytes > 0 {
      let known = least[visit.item.index]
      least[visit.item.index] = (min(known.bytes, visit.bytes), min(known.cost, visit.cost))
    }
    var shared = visits
    for index in shared.indices {
      shared[index].slot = shared[index].item.rawValue
      if shared[index].bytes > 0 { (shared[index].bytes, shared[index].cost) = least[shared[index].item.index] }
    }
    return shared
  }
}
