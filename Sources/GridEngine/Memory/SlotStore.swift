import CSlotMemory

/// The slots of one replay, in memory of their own: an event touches a slot about ten times, and an array would check
/// its bounds and its only owner each time (measured: a third of a replay).
///
/// The memory comes zeroed from the system, page by page as slots are touched: a replay over a million keys costs what
/// the keys cost that it meets. The owner of a store frees it. Indices are checked in debug builds; they come from
/// ranges that the replay has clamped to the grid.
@safe struct SlotStore: RandomAccessCollection, MutableCollection {
  private let memory: UnsafeMutableRawPointer
  private let base: UnsafeMutablePointer<Slot>
  let count: Int

  private let byteCount: Int

  /// Stores from this size on are mapped, in huge pages where there are any: replays that jump about in them miss the
  /// processor's translation buffer otherwise. Smaller ones come from the heap, which has warm pages.
  private static let mappedMin = 4 << 20
  private static let cacheLine = 64

  init(count: Int, ready: ContiguousArray<Slot>) {
    precondition(ready.count <= count, "no more slots are ready than there are")
    self.count = count
    byteCount = count * MemoryLayout<Slot>.stride + SlotStore.cacheLine
    guard let memory = unsafe SlotStore.memory(byteCount, isZeroed: ready.count < count) else {
      preconditionFailure("no memory for \(count) keys of \(MemoryLayout<Slot>.stride) bytes")
    }
    unsafe self.memory = unsafe memory
    // No slot lies across two cache lines.
    let first = unsafe memory.alignedUp(toMultipleOf: SlotStore.cacheLine)
    // Zeros are a slot that nothing has happened to.
    unsafe base = first.assumingMemoryBound(to: Slot.self)
    let base = unsafe base
    unsafe ready.withUnsafeBufferPointer { slots in
      if let source = slots.baseAddress { unsafe base.update(from: source, count: slots.count) }
    }
  }

  var startIndex: Int { 0 }
  var endIndex: Int { count }

  subscript(index: Int) -> Slot {
    get {
      assert(index >= 0 && index < count, "a slot of this replay")
      return unsafe base[index]
    }
    nonmutating _modify {
      assert(index >= 0 && index < count, "a slot of this replay")
      yield unsafe &base[index]
    }
  }

  /// The first slot, to be read while the store exists.
  var pointer: UnsafePointer<Slot> { unsafe UnsafePointer(base) }

  func deallocate() {
    guard slot_memory_is_there() != 0 else { return unsafe memory.deallocate() }
    unsafe slot_memory_free(memory, byteCount, SlotStore.mappedMin)
  }

  private static func memory(_ byteCount: Int, isZeroed: Bool) -> UnsafeMutableRawPointer? {
    if slot_memory_is_there() != 0 { return unsafe slot_memory_make(byteCount, mappedMin, isZeroed ? 1 : 0) }
    // No C library: memory of the Swift library, all of it touched.
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: cacheLine)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
    return unsafe memory
  }
}

extension Slot {
  func checkInvariants() throws(InvariantViolation) {
    try Invariant.holds(
      state != .unknown || (flags.isEmpty && bytes == 0 && cost == 0), "something happened to an unknown key")
    try Invariant.holds(!has(.forDemand) || state.hasJob, "a demand has no job: \(state)")
    try Invariant.holds(!has(.unclaimed) || state.hasJob || state.isResident, "a start's job is nowhere: \(state)")
    try Invariant.holds(!has(.awaited) || !state.isResident, "a cell waits for a bitmap that is held")
    try Invariant.holds(!has(.cold) || has(.awaited), "a request of the first frame waits for nothing")
    try Invariant.holds(!has(.broken) || !state.isResident, "a bitmap of a file that does not decode is held")
    try Invariant.holds(
      has(.decodedBefore) || !(state == .decoding || state.isResident), "a bitmap came without a decode: \(state)")
  }
}
