public import StrategyKit

/// Dense slots by rank, the highest first and of equals the lowest slot. Nothing is allocated once it is warm.
///
/// A binary heap that knows where each slot stands. `insert`, `remove` and `change` are O(log n).
public struct SlotHeap: Sendable {
  private struct Entry: Sendable {
    var rank: Int32
    var slot: Int32

    func goesBefore(_ other: Entry) -> Bool { rank != other.rank ? rank > other.rank : slot < other.slot }
  }

  private var entries: ContiguousArray<Entry> = []
  /// By slot: its index in the heap, -1 if it is not in it.
  private var places: ContiguousArray<Int32> = []
  private var passed: ContiguousArray<Entry> = []

  public init() {}

  /// Empties the heap and makes room for slots `0..<slotCount`.
  public mutating func reset(slotCount: Int) {
    entries.removeAll(keepingCapacity: true)
    places = ContiguousArray(repeating: -1, count: slotCount)
  }

  public func contains(_ slot: Int32) -> Bool { places[Int(slot)] >= 0 }

  /// - Precondition: `slot` is not in the heap.
  public mutating func insert(_ slot: Int32, rank: Int32) {
    precondition(!contains(slot), "a slot is in a heap at most once")
    entries.append(Entry(rank: rank, slot: slot))
    rise(from: entries.count - 1)
  }

  /// Changes the rank of a slot; does nothing if it is not in the heap.
  public mutating func change(_ slot: Int32, rank: Int32) {
    let place = Int(places[Int(slot)])
    if place < 0 { return }
    entries[place].rank = rank
    rise(from: place)
    sink(from: Int(places[Int(slot)]))
  }

  /// Removes a slot; does nothing if it is not in the heap.
  public mutating func remove(_ slot: Int32) {
    let place = Int(places[Int(slot)])
    if place < 0 { return }
    places[Int(slot)] = -1
    let last = entries.removeLast()
    if place == entries.count { return }
    entries[place] = last
    rise(from: place)
    sink(from: Int(places[Int(last.slot)]))
  }

  /// Returns the first slot for which `isWanted` is true, or nil.
  ///
  /// - Complexity: O(log n) for each slot that is passed over.
  public mutating func first(where isWanted: (Int32) -> Bool) -> Int32? {
    passed.removeAll(keepingCapacity: true)
    var found: Int32?
    while let top = entries.first {
      if isWanted(top.slot) {
        found = top.slot
        break
      }
      passed.append(top)
      remove(top.slot)
    }
    for index in passed.indices { insert(passed[index].slot, rank: passed[index].rank) }
    return found
  }

  /// - Throws: `InvariantViolation` if a slot is before one of higher rank, or not at its recorded index.
  public func checkInvariants() throws(InvariantViolation) {
    for place in entries.indices {
      let slot = entries[place].slot
      try Invariant.holds(
        places[Int(slot)] == place, "slot \(slot) stands at \(place), it is said at \(places[Int(slot)])")
      try Invariant.holds(
        place == 0 || !entries[place].goesBefore(entries[(place - 1) / 2]), "slot \(slot) stands below its place")
    }
    let count = places.reduce(0) { $0 + ($1 < 0 ? 0 : 1) }
    try Invariant.holds(count == entries.count, "\(count) slots are said to be in a heap of \(entries.count)")
  }

  private mutating func rise(from start: Int) {
    var place = start
    let entry = entries[place]
    while place > 0 && entry.goesBefore(entries[(place - 1) / 2]) {
      put(entries[(place - 1) / 2], at: place)
      place = (place - 1) / 2
    }
    put(entry, at: place)
  }

  private mutating func sink(from start: Int) {
    var place = start
    let entry = entries[place]
    while true {
      var child = 2 * place + 1
      if child >= entries.count { break }
      if child + 1 < entries.count && entries[child + 1].goesBefore(entries[child]) { child += 1 }
      if !entries[child].goesBefore(entry) { break }
      put(entries[child], at: place)
      place = child
    }
    put(entry, at: place)
  }

  private mutating func put(_ entry: Entry, at place: Int) {
    entries[place] = entry
    places[Int(entry.slot)] = Int32(place)
  }
}
