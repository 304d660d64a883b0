import Strategies
import Testing

@Suite struct SlotListTests {
  @Test func agreesWithAnArray() {
    var list = SlotList()
    list.reset(slotCount: 8)
    var model: [Int32] = []
    var random = SplitMix(seed: 5)
    for _ in 0..<2000 {
      let slot = Int32(random.below(8))
      if let index = model.firstIndex(of: slot) {
        model.remove(at: index)
        list.remove(slot)
      } else {
        model.append(slot)
        list.append(slot)
      }
      if random.below(9) == 0, let first = list.first(where: { _ in true }) {
        #expect(first == model.removeFirst())
        list.remove(first)
      }
      var found: [Int32] = []
      var next = list.first
      while next != SlotList.none {
        found.append(next)
        next = list.next(after: next)
      }
      #expect(found == model)
      #expect(list.last == model.last ?? SlotList.none)
    }
  }
}
