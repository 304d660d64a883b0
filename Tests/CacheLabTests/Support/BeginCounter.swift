import CacheLab
import Strategies

/// Counts how often each slot was decoded while its photo was in the grid: one that goes takes its image with it.
struct BeginCounter: SelectiveObserver {
  let table: SlotTable
  private(set) var counts: [Int32: Int] = [:]

  init(table: SlotTable) { self.table = table }

  mutating func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
    counts[slot, default: 0] += 1
  }

  mutating func content(_ photos: [ItemRange], at time: Nanoseconds) {
    let table = table
    counts = counts.filter { slot, _ in photos.contains { $0.contains(table.item(ofSlot: slot)) } }
  }
}
