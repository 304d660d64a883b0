import Strategies
import Testing

@Suite struct SlotHeapTests {
  @Test func theHighestRankComesFirstAndOfEqualsTheLowestSlot() {
    for seed in 1...20 {
      var random = SplitMix(seed: UInt64(seed))
      var heap = SlotHeap()
      heap.reset(slotCount: 40)
      var model: [Int32: Int32] = [:]
      for step in 0..<2000 {
        let slot = Int32(random.below(40))
        let rank = Int32(random.below(12))
        switch random.below(4) {
        case 0 where model[slot] == nil:
          heap.insert(slot, rank: rank)
          model[slot] = rank
        case 1:
          heap.change(slot, rank: rank)
          if model[slot] != nil { model[slot] = rank }
        case 2:
          heap.remove(slot)
          model[slot] = nil
        default:
          let modulus = Int32(random.below(3) + 1)
          let expected = model.filter { $0.key % modulus == 0 }.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
          #expect(heap.first { $0 % modulus == 0 } == expected, "seed \(seed), step \(step)")
        }
        #expect(heap.contains(slot) == (model[slot] != nil), "seed \(seed), step \(step)")
        #expect(throws: Never.self, "seed \(seed), step \(step)") { try heap.checkInvariants() }
      }
    }
  }
}
