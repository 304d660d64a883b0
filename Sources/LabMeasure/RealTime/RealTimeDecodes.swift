import CacheLab
import StrategyKit

/// What a replay on the wall clock hands to its decode threads, and the memory it gives back.
///
/// Lives beside the replay, under its lock.
@safe final class RealTimeDecodes: LiveDecodes {
  /// A decode that has begun and that a thread is to take.
  struct Job {
    var slot: Int32
    /// Declared cost, nanoseconds of the trace.
    var cost: Int64
    /// When it began, nanoseconds of the trace.
    var began: Int64
  }

  /// Decodes that no thread has taken yet, oldest first: never more than there are workers.
  private var waiting: ContiguousArray<Job> = []
  /// The bitmaps that exist, by slot.
  private var bitmaps: ContiguousArray<UnsafeMutableRawPointer?>
  private let table: SlotTable
  private let pages: SharedPages

  init(table: SlotTable, pages: SharedPages) {
    self.table = table
    self.pages = pages
    unsafe bitmaps = ContiguousArray(repeating: nil, count: Int(table.coarseBase) + table.capacity)
  }

  func takeJob() -> Job? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// The bitmap that a thread has made for a slot; to be told before the decode's end.
  func setBitmap(_ address: UnsafeMutableRawPointer?, slot: Int32) {
    unsafe bitmaps[Int(slot)] = address
  }

  func begin(slot: Int32, cost: Int64, at time: Int64) {
    waiting.append(Job(slot: slot, cost: cost, began: time))
  }

  func end(slot: Int32, kept: Bool) {
    if !kept { release(slot) }
  }

  func drop(slot: Int32) { release(slot) }

  /// Gives back every bitmap that is left.
  func releaseAll() {
    for slot in 0..<(table.coarseBase + Int32(table.capacity)) { release(slot) }
  }

  private func release(_ slot: Int32) {
    guard let address = unsafe bitmaps[Int(slot)] else { return }
    unsafe bitmaps[Int(slot)] = nil
    unsafe pages.release(address, bytes: Int(table.bytes(ofSlot: slot)))
  }
}
