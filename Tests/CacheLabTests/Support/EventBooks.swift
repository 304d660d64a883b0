import CacheLab
import Strategies

/// Keeps its own books of both tiers from the events alone, and counts what must never be.
struct EventBooks: ReplayObserver {
  let table: SlotTable
  let budget: Int64
  private(set) var live: Int64 = 0
  private(set) var reported: Int64 = 0
  private(set) var peak: Int64 = 0
  private(set) var demandsOverBudget: Int64 = 0
  private(set) var preheatsOverBudget = 0
  private(set) var drops: [DropReason: Int] = [:]
  /// Bitmaps that went while a cell showed them.
  private(set) var shownDrops = 0
  /// Bitmaps that were evicted while a farther one of their side stayed, where cells have one size.
  private(set) var innerEvictions = 0
  private var bytes: [BitmapKey: Int64] = [:]
  private var held: Set<BitmapKey> = []
  private var visible = ItemRange.empty
  private var shown: [Int32: BitmapKey] = [:]

  init(table: SlotTable, budget: Int64) { (self.table, self.budget) = (table, budget) }

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .frame(_, let visible): self.visible = visible
    case .request(let item, let size, _): shown[item] = BitmapKey(item: item, size: size)
    case .release(let item): shown[item] = nil
    case .begin(let key, let cause, _, let bytes): begin(key, cause, bytes)
    case .end(let key, let kept): if kept { held.insert(key) } else { live -= bytes[key] ?? 0 }
    case .drop(let key, let bytes, let why): drop(key, bytes, why)
    case .live(let bytes): reported = bytes
    default: break
    }
  }

  private mutating func begin(_ key: BitmapKey, _ cause: JobCause, _ bytes: Int64) {
    self.bytes[key] = bytes
    live += bytes
    peak = max(peak, live)
    guard live > budget else { return }
    if cause == .demand { demandsOverBudget += 1 } else { preheatsOverBudget += 1 }
  }

  private mutating func drop(_ key: BitmapKey, _ bytes: Int64, _ why: DropReason) {
    live -= bytes
    held.remove(key)
    drops[why, default: 0] += 1
    if shown[key.item] == key { shownDrops += 1 }
    guard why == .evicted, table.targetSizes.count == 1 else { return }
    let (columns, item) = (4 as Int32, key.item)
    let isFartherHeld = held.map(\.item).contains { other in
      item < visible.lower
        ? other / columns < item / columns : other / columns > item / columns && other >= visible.upper
    }
    if isFartherHeld { innerEvictions += 1 }
  }
}
