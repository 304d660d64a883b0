import CacheLab
import LabLibrary
import LabSystem
import StrategyKit

/// The decodes that a replay on the wall clock passes to its threads, and the memory that it gives back.
///
/// Lives beside the replay, under its lock.
@safe final class RealTimeDecodes: LiveDecodes {
  /// A decode that has begun and that a thread should take.
  struct Job {
    var slot: Int32
    /// The declared cost, in nanoseconds of the trace.
    var cost: Int64
    /// The time at which it began, in nanoseconds of the trace.
    var began: Int64
  }

  /// The decodes that no thread has taken yet, oldest first: never more than there are workers.
  private var waiting: ContiguousArray<Job> = []
  /// The existing bitmaps, by slot.
  private var bitmaps: ContiguousArray<UnsafeMutableRawPointer?>
  private let table: SlotTable
  private let pages: SharedPages

  init(table: SlotTable, pages: SharedPages) {
    self.table = table
    self.pages = pages
    unsafe bitmaps = ContiguousArray(repeating: nil, count: Int(table.coarseBase) + table.capacity)
  }

  func takeJob() -> Job? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// Sets the bitmap that a thread has made for a slot, before the decode's end.
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

  /// Gives back the remaining bitmaps.
  func releaseAll() {
    for slot in 0..<(table.coarseBase + Int32(table.capacity)) { release(slot) }
  }

  private func release(_ slot: Int32) {
    guard let address = unsafe bitmaps[Int(slot)] else { return }
    unsafe bitmaps[Int(slot)] = nil
    unsafe pages.release(address, bytes: Int(table.bytes(ofSlot: slot)))
  }
}

/// The resources of one decode thread: codec and reader of its own, and shared memory.
final class RealTimeDecoder {
  private var worker: DecodeWorker
  private let library: PhotoLibrary
  private let table: SlotTable
  private let pages: SharedPages

  /// Opens codec and reader and decodes each size once, so that neither is cold.
  init(library: PhotoLibrary, table: SlotTable, pages: SharedPages) throws(MeasureError) {
    worker = try .over(library, scratch: table.scratchBytes)
    self.library = library
    self.table = table
    self.pages = pages
    for task in DecodeTask.rehearsal(for: table, library) { try worker.rehearse(task) }
  }

  /// Makes a slot's bitmap.
  func decode(slot: Int32) throws(MeasureError) -> RealTimeOutcome {
    let task = DecodeTask(slot: slot, of: table, library.index.assets)
    let count = bytes(ofSlot: slot)
    let address = unsafe try pages.allocate(bytes: count)
    var outcome = unsafe RealTimeOutcome(bitmap: address)
    let result = unsafe try worker.run(
      DecodeJob(
        task: task, pixels: UnsafeMutableRawBufferPointer(start: address, count: count), tier: table.tier(ofSlot: slot)),
      timing: &outcome.timing)
    if result.isPartial { outcome.partialAsset = task.asset }
    return outcome
  }

  /// Gives back a bitmap that came too late for the replay.
  func release(_ outcome: RealTimeOutcome, slot: Int32) {
    if let address = unsafe outcome.bitmap { unsafe pages.release(address, bytes: bytes(ofSlot: slot)) }
  }

  private func bytes(ofSlot slot: Int32) -> Int { Int(table.bytes(ofSlot: slot)) }
}

/// Memory for bitmaps, shared by several threads.
final class SharedPages {
  private let store = Monitor(PageStore())

  /// The CPU time of making pages resident and giving them back so far, in nanoseconds.
  var cpu: Int64 { store.withLock { $0.cpu } }

  /// Returns resident memory for a bitmap of `bytes`.
  func allocate(bytes: Int) throws(MeasureError) -> UnsafeMutableRawPointer {
    let result = unsafe store.withLock { store in
      unsafe Result { () throws(MeasureError) in unsafe try store.allocate(bytes: bytes) }
    }
    return unsafe try result.get()
  }

  func release(_ address: UnsafeMutableRawPointer, bytes: Int) {
    store.withLock { store in unsafe store.release(address, bytes: bytes) }
  }
}
