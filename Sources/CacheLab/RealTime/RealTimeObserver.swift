import StrategyKit

/// What a replay on the wall clock hands to its decode threads, and the memory it gives back.
///
/// Lives in the replay's state, under its lock.
@safe struct RealTimeObserver: ReplayObserver {
  static var endsDecodes: Bool { true }

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

  mutating func takeJob() -> Job? { waiting.isEmpty ? nil : waiting.removeFirst() }

  /// The bitmap that a thread has made for a slot; to be told before the decode's end.
  mutating func setBitmap(_ address: UnsafeMutableRawPointer?, slot: Int32) {
    unsafe bitmaps[Int(slot)] = address
  }

  mutating func begin(slot: Int32, cause: JobCause, cost: Nanoseconds, bytes: ByteCount, at time: Nanoseconds) {
    waiting.append(Job(slot: slot, cost: cost.rawValue, began: time.rawValue))
  }

  mutating func end(slot: Int32, kept: Bool, at time: Nanoseconds) {
    if !kept { release(slot) }
  }

  mutating func drop(slot: Int32, bytes: ByteCount, why: DropReason, at time: Nanoseconds) { release(slot) }

  /// Gives back every bitmap that is left.
  mutating func releaseAll() {
    for slot in 0..<(table.coarseBase + Int32(table.capacity)) { release(slot) }
  }

  private mutating func release(_ slot: Int32) {
    guard let address = unsafe bitmaps[Int(slot)] else { return }
    unsafe bitmaps[Int(slot)] = nil
    unsafe pages.release(address, bytes: Int(table.bitmapSize(ofSlot: slot).pixelCount) * 4)
  }
}
