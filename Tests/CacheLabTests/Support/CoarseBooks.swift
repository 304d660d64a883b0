import CacheLab
import Strategies

/// Keeps its own books of both tiers from the events alone, and counts what must never be.
struct CoarseBooks: SelectiveObserver {
  let table: SlotTable
  var budget = Int64.max
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
  private var held: [Int32: Int64] = [:]
  private var running: [Int32: Int64] = [:]
  /// Thumbnails that were started, and not begun, stopped or cancelled since.
  private var waiting: Set<Int32> = []
  private var base: Int32 = 0
  private var time = Nanoseconds.zero

  init(table: SlotTable, budget: Int64 = .max) {
    self.table = table
    self.budget = budget
  }

  /// Bytes of coarse bitmaps that are held.
  var coarseHeld: Int64 { held.reduce(0) { $0 + (table.isCoarse($1.key) ? $1.value : 0) } }

  mutating func frame(at time: Nanoseconds, offset: MilliPoints, visible: ItemRange) { pass(to: time) }

  mutating func request(_ item: ItemID, slot: Int32, outcome: RequestOutcome, at time: Nanoseconds) {
    base = slot - item.rawValue
    if outcome == .coarse { coarseHits += 1 }
  }

  mutating func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
    pass(to: time)
    live += bytes.rawValue
    peak = max(peak, live)
    running[slot] = bytes.rawValue
    if table.isCoarse(slot) {
      coarseBegins += 1
      waiting.remove(table.item(ofSlot: slot).rawValue)
    } else if !waiting.isEmpty {
      overtaken += 1
    }
    guard live > budget else { return }
    if cause == .demand { demandsOverBudget += 1 } else { preheatsOverBudget += 1 }
  }

  mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
    pass(to: time)
    let bytes = running.removeValue(forKey: slot) ?? 0
    if kept { held[slot] = bytes } else { live -= bytes }
    // A full image that is there ends its thumbnail's job, if it was not begun.
    if kept && !table.isCoarse(slot) { waiting.remove(table.item(ofSlot: slot).rawValue) }
  }

  mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) {
    held[slot] = nil
    live -= bytes.rawValue
  }

  mutating func cancelCoarse(_ item: ItemID, at time: Nanoseconds) { waiting.remove(item.rawValue) }
  mutating func refuseCoarse(_ item: ItemID, at time: Nanoseconds) { waiting.remove(item.rawValue) }
  mutating func live(_ bytes: ByteCount, at time: Nanoseconds) { reported = bytes.rawValue }

  mutating func start(_ items: ItemRange, tier: Tier, at time: Nanoseconds) {
    guard tier == .coarse else { return }
    for item in items.lower..<items.upper {
      let coarse = table.coarseBase + item
      if table.sourceSize(ofSlot: coarse).width == 0 || held[coarse] != nil || running[coarse] != nil
        || held[base + item] != nil
      {
        continue
      }
      waiting.insert(item)
    }
  }

  private mutating func pass(to now: Nanoseconds) {
    guard now > time else { return }
    time = now
    for slot in held.keys where table.isCoarse(slot) && held[base + slot - table.coarseBase] != nil { needless += 1 }
  }
}
