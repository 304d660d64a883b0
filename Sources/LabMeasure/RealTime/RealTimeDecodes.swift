import CacheLab
import LabLibrary
import LabSystem
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

/// What one decode thread works with: codec and reader of its own, memory that all share.
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

/// Memory for bitmaps that several threads take and give back.
final class SharedPages {
  private let store = Monitor(PageStore())

  /// CPU time of making pages resident and giving them back so far, nanoseconds.
  var cpu: Int64 { store.withLock { $0.cpu } }

  /// Resident memory for a bitmap of `bytes`.
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
