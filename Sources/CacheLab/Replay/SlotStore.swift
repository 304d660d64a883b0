/// The slots of one replay, in memory of their own: an event touches a slot about ten times, and an array would check
/// its bounds and that nobody shares it each time (measured: a third of a replay).
///
/// Whoever makes a store frees it. Indices are checked in debug builds; they come from ranges that the replay has
/// clamped to the grid.
@safe struct SlotStore {
  private let base: UnsafeMutablePointer<Slot>
  let count: Int

  init(_ slots: ContiguousArray<Slot>) {
    count = slots.count
    unsafe base = .allocate(capacity: max(slots.count, 1))
    let base = unsafe base
    unsafe slots.withUnsafeBufferPointer { slots in
      if let first = slots.baseAddress { unsafe base.initialize(from: first, count: slots.count) }
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

  func deallocate() { unsafe base.deallocate() }
}
