import StrategyKit

/// How much of the visible cell area must stay blank over time at least, whatever the strategy, when bitmaps never take
/// more than some bytes. For the full tier: a coarse image is not blank, and nothing is said of it.
///
/// **The claim.** No replay in virtual time over this script and table whose ledger peaks at `memory` bytes or less shows
/// more area over time, and so none leaves less blank.
///
/// **The relaxation.** Take two times t0 < t1 at which cells ask. A key that any cell shows between them, for however
/// short a time, either had its bitmap held or in flight at t0, after the decodes that end then are complete, and the
/// ledger counted its bytes; or its decode began at t0 or later and had ended by t1. Bytes of the former are at most
/// `memory` together, costs of the latter at most W (t1 - t0) for W workers, 0 when no decode is that short. So in that
/// window the area shown over time is at most the area over time of a set of keys that pays for itself so, each key
/// with all that its cells have in view in the window, as if it were shown at once.
///
/// **A window's bound.** With a price b a byte and a price w a nanosecond of work, neither negative, such a set's area is
/// at most b x `memory` + w x W (t1 - t0) plus for each key max(0, its area - min(b x bytes, w x cost)).
///
/// **All windows together.** Windows that follow each other without a gap add up; the least sum is found by dynamic
/// programming over the times at which cells ask, thinned out where they are many. A window that begins at the first
/// frame has no memory, one that begins no later than a target size's first frame none for keys of that size. Files that
/// do not decode show nothing. All in exact integers; windows and prices that are tried change how tight the bound is,
/// never whether it holds. See `HitBound` for whom it holds.
public struct BlankBound: Sendable {
  /// Windows of more slices than this are not looked at.
  private static let spanMax = 64
  /// A slice has at least so many requests.
  private static let requestsPerSlice = 8

  /// What a key's cells have in view during a slice.
  private struct Part {
    var key: Int
    /// In grains, rounded up.
    var area: Int64
  }

  /// Area in view over time, thousandths of a point x nanoseconds; without the first frame's cells.
  public let warmArea: Int128
  /// A grain of area is 2 to so many thousandths of a point x nanoseconds: 1 unless a trace is very long.
  private var grainShift = 0
  private let workers: Int64
  private let firstFrame: Int64
  private let leastCost: Int64
  /// Slices lie between them.
  private var borders: ContiguousArray<Int64> = []
  /// The parts of slice s are those from `starts[s]` to `starts[s + 1]`.
  private var parts: ContiguousArray<Part> = []
  private var starts: ContiguousArray<Int> = [0]
  private var prices: [BoundPrices] = []
  private var keys: ContiguousArray<(bytes: Int64, cost: Int64, since: Int64)> = []

  public init(_ replay: Replay) {
    let demand = BoundDemand(replay, withStretches: true)
    firstFrame = demand.begin
    warmArea = demand.warmArea
    workers = Int64(replay.table.device.workers)
    leastCost = demand.leastCost
    guard !demand.times.isEmpty else { return }
    var last = -BlankBound.requestsPerSlice
    for time in demand.times.indices {
      // Where a target size comes first, a window shall begin.
      let visit = demand.visits[demand.starts[time]]
      let isFirst = demand.firstFrame(ofSlot: visit.slot) == visit.begin
      if !isFirst && demand.starts[time] - last < BlankBound.requestsPerSlice { continue }
      borders.append(visit.begin)
      last = demand.starts[time]
    }
    borders.append(max(replay.script.end.rawValue, borders[borders.count - 1] + 1))
    while warmArea >> grainShift > Int128(BoundPrices.most / 4) { grainShift += 1 }
    slice(demand)
    prices = BlankBound.prices(for: demand, grainShift: grainShift)
  }

  /// The least area over time that stays blank of cells that enter after the first frame, as a share of `warmArea`.
  public func warmBlank(memory: Int64) -> Int128 { max(0, warmArea - Int128(shown(memory: memory)) << grainShift) }

  /// The most area over time, in grains, that bitmaps of `memory` bytes together allow to show.
  private func shown(memory: Int64) -> Int64 {
    let sliceCount = max(0, borders.count - 1)
    let wholes = (0..<sliceCount).map { slice in
      parts[starts[slice]..<starts[slice + 1]].reduce(0) { $0 + $1.area }
    }
    var best: ContiguousArray<Int64> = [0]
    for slice in 0..<sliceCount { best.append(best[slice] + wholes[slice]) }
    let paid = (new: leastPaid(hasMemory: false), held: leastPaid(hasMemory: true))
    var areas = ContiguousArray<Int64>(repeating: 0, count: keys.count)
    for begin in 0..<sliceCount {
      extend(from: begin, memory: borders[begin] == firstFrame ? 0 : memory, paid: paid, areas: &areas, best: &best)
      // A window may have made a later start better, and all that follows with it.
      best[begin + 1] = min(best[begin + 1], best[begin] + wholes[begin])
    }
    return best[sliceCount]
  }

  /// By key and price: what being shown costs at least.
  private func leastPaid(hasMemory: Bool) -> ContiguousArray<Int64> {
    var paid = ContiguousArray<Int64>()
    paid.reserveCapacity(keys.count * prices.count)
    for key in keys {
      for price in prices { paid.append(price.least(bytes: key.bytes, cost: key.cost, hasMemory: hasMemory)) }
    }
    return paid
  }

  /// Looks at all windows that begin at a border: `best[s]` is the bound on what is shown before border s.
  private func extend(
    from begin: Int, memory: Int64, paid: (new: ContiguousArray<Int64>, held: ContiguousArray<Int64>),
    areas: inout ContiguousArray<Int64>,
    best: inout ContiguousArray<Int64>
  ) {
    var sums = ContiguousArray<Int64>(repeating: best[begin], count: prices.count)
    let last = min(borders.count - 1, begin + BlankBound.spanMax)
    for end in begin..<last {
      for part in parts[starts[end]..<starts[end + 1]] {
        let before = areas[part.key]
        let after = before + part.area
        areas[part.key] = after
        let row = part.key * prices.count
        let isNew = keys[part.key].since >= borders[begin]
        for index in sums.indices {
          let least = isNew ? paid.new[row + index] : paid.held[row + index]
          sums[index] += max(after, least) - max(before, least)
        }
      }
      let time = borders[end + 1] - borders[begin]
      let work = time < leastCost ? 0 : time * workers
      for index in prices.indices {
        best[end + 1] = min(best[end + 1], sums[index] + prices[index].whole(memory: memory, work: work))
      }
    }
    for part in parts[starts[begin]..<starts[last]] { areas[part.key] = 0 }
  }

  /// Cuts what is in view into slices, each key's parts added up.
  private mutating func slice(_ demand: BoundDemand) {
    var keyOf = ContiguousArray(repeating: -1, count: demand.slotCount)
    var partOf: ContiguousArray<Int> = []
    var slice = 0
    for stretch in demand.stretches {
      while slice + 2 < borders.count && stretch.begin >= borders[slice + 1] {
        starts.append(parts.count)
        slice += 1
      }
      // Grains are made for what is counted: cells of the first frame alone may have stood for weeks.
      let warm = stretch.visits.clamped(to: demand.coldCount..<demand.visits.count)
      if warm.isEmpty { continue }
      let exact = Int128(stretch.height) * Int128(stretch.end - stretch.begin)
      // Rounded up: more in view than there is only makes the bound weaker.
      let area = Int64((exact + (1 << grainShift) - 1) >> grainShift)
      for index in warm {
        let visit = demand.visits[index]
        if visit.bytes == 0 { continue }
        let slot = Int(visit.slot)
        if keyOf[slot] < 0 {
          keyOf[slot] = keys.count
          keys.append((visit.bytes, visit.cost, demand.firstFrame(ofSlot: visit.slot)))
          partOf.append(-1)
        }
        let key = keyOf[slot]
        if partOf[key] < starts[slice] {
          partOf[key] = parts.count
          parts.append(Part(key: key, area: 0))
        }
        parts[partOf[key]].area += area
      }
    }
    while starts.count < borders.count { starts.append(parts.count) }
  }

  /// Prices at which visits of different lengths just pay for themselves.
  private static func prices(for demand: BoundDemand, grainShift: Int) -> [BoundPrices] {
    let height = demand.stretches.first?.cellHeight ?? 1
    let sizes = demand.quantiles(of: { $0.bytes }, [10, 85])
    let costs = demand.quantiles(of: { $0.cost }, [20, 50, 80])
    return demand.quantiles(of: { $0.seen }, [5, 15, 30, 45, 60, 75, 88, 97]).flatMap { seen in
      let area = Int128(seen) * Int128(height) >> grainShift
      var bytes = sizes.map { Int64(clamping: area / Int128(max(1, $0))) }
      // Where a new size comes first, memory is of no use to it, however much there is.
      if demand.hasLaterSizes { bytes.append(0) }
      return bytes.flatMap { byte in
        costs.map { BoundPrices(byte: byte, nanosecond: Int64(clamping: area / Int128(max(1, $0)))) }
      }
    }
  }
}
