import Glibc

/// The slots of one replay, in memory of their own: an event touches a slot about ten times, and an array would check
/// its bounds and that nobody shares it each time (measured: a third of a replay).
///
/// The memory comes zeroed from the system, page by page as slots are touched: a replay over a million keys costs what
/// the keys cost that it meets. Whoever makes a store frees it. Indices are checked in debug builds; they come from
/// ranges that the replay has clamped to the grid.
@safe struct SlotStore {
  private let memory: UnsafeMutableRawPointer
  private let base: UnsafeMutablePointer<Slot>
  let count: Int

  private static let cacheLine = 64

  /// - Parameter ready: What the slots begin with; zeros when it is empty.
  init(count: Int, ready: ContiguousArray<Slot>) {
    precondition(ready.isEmpty || ready.count == count, "all slots are ready or none is")
    self.count = count
    guard let memory = unsafe calloc(count * MemoryLayout<Slot>.stride + SlotStore.cacheLine, 1) else {
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

  func deallocate() { unsafe free(memory) }
}
