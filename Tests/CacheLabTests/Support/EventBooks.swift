import CacheLab
import Strategies

/// Keeps its own books of both tiers from the events alone, and counts what must never be.
struct EventBooks: ReplayObserver {
  let table: SlotTable
  let budget: Int64
  private(set) var live: Int64 = 0
  private(set) var reported: Int64 = 0
  private(set) var peak: Int64 = 0
  private(set) var coarseBegins = 0
  private(set) var coarseHits: Int64 = 0
  private(set) var demandsOverBudget: Int64 = 0
  private(set) var preheatsOverBudget = 0
  /// Thumbnails whose item has its full bitmap, seen when time moves on.
  private(set) var needless = 0
  /// Full decodes begun while a thumbnail waited for a worker.
  private(set) var overtaken = 0
  private(set) var drops: [DropReason: Int] = [:]
  /// Bitmaps that went while a cell showed them.
  private(set) var shownDrops = 0
  /// Bitmaps that were evicted while a farther one of their side stayed, where cells have one size.
  private(set) var innerEvictions = 0
  /// By slot: the bytes of what is held, and of decodes that run.
  private var held: [Int32: Int64] = [:]
  private var running: [Int32: Int64] = [:]
  /// Thumbnails that were started, and not begun, stopped or cancelled since.
  private var waiting: Set<Int32> = []
  private var visible = ItemRange.empty
  private var shown: [Int32: BitmapKey] = [:]
  private var base: Int32 = 0
  private var time: Int64 = 0

  init(table: SlotTable, budget: Int64 = .max) { (self.table, self.budget) = (table, budget) }

  mutating func take(_ event: ReplayEvent, at time: Int64) {
    switch event {
    case .frame(_, let visible):
      pass(to: time)
      self.visible = visible
    case .request(let item, let size, let outcome):
      shown[item] = BitmapKey(item: item, size: size)
      base = table.slot(of: BitmapKey(item: item, size: size)) - item
      if outcome == .coarse { coarseHits += 1 }
    case .release(let item): shown[item] = nil
    case .begin(let key, let cause, _, let bytes):
      pass(to: time)
      begin(key, cause, bytes)
    case .end(let key, let kept):
      pass(to: time)
      end(key, kept: kept)
    case .drop(let key, let bytes, let why): drop(key, bytes, why)
    case .cancel(let item, .coarse), .refuse(let item, .coarse): waiting.remove(item)
    case .live(let bytes): reported = bytes
    case .start(let items, .coarse): for range in items { start(range) }
    default: break
    }
  }

  private mutating func begin(_ key: BitmapKey, _ cause: JobCause, _ bytes: Int64) {
    live += bytes
    peak = max(peak, live)
    running[table.slot(of: key)] = bytes
    if key.tier == .coarse {
      coarseBegins += 1
      waiting.remove(key.item)
    } else if !waiting.isEmpty {
      overtaken += 1
    }
    guard live > budget else { return }
    if cause == .demand { demandsOverBudget += 1 } else { preheatsOverBudget += 1 }
  }

  private mutating func end(_ key: BitmapKey, kept: Bool) {
    let slot = table.slot(of: key)
    let bytes = running.removeValue(forKey: slot) ?? 0
    if kept { held[slot] = bytes } else { live -= bytes }
    // A full image that is there ends its thumbnail's job, if it was not begun.
    if kept && key.tier == .full { waiting.remove(key.item) }
  }

  private mutating func drop(_ key: BitmapKey, _ bytes: Int64, _ why: DropReason) {
    live -= bytes
    held[table.slot(of: key)] = nil
    drops[why, default: 0] += 1
    if shown[key.item] == key { shownDrops += 1 }
    guard why == .evicted, table.targetSizes.count == 1 else { return }
    let (columns, item) = (4 as Int32, key.item)
    let isFartherHeld = held.keys.contains { slot in
      let other = table.item(ofSlot: slot).rawValue
      return item < visible.lower
        ? other / columns < item / columns : other / columns > item / columns && other >= visible.upper
    }
    if isFartherHeld { innerEvictions += 1 }
  }

  private mutating func start(_ items: ItemRange) {
    for item in items.lower..<items.upper {
      let coarse = table.coarseBase + item
      let isThere = held[coarse] != nil || running[coarse] != nil || held[base + item] != nil
      if table.sourceSize(ofSlot: coarse).width > 0 && !isThere { waiting.insert(item) }
    }
  }

  private mutating func pass(to now: Int64) {
    guard now > time else { return }
    time = now
    for slot in held.keys where table.isCoarse(slot) && held[base + slot - table.coarseBase] != nil { needless += 1 }
  }
}
