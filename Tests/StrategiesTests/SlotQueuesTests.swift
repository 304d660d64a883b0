import Strategies
import Testing

@Suite struct SlotQueuesTests {
  @Test(arguments: 1...20) func agreesWithArrays(_ seed: UInt64) throws {
    var random = SplitMix(seed: seed)
    var queues = SlotQueues()
    queues.reset(slotCount: 12, queueCount: 3)
    var model: [[Int32]] = [[], [], []]
    var bytes = [Int64](repeating: 0, count: 12)
    for step in 0..<1000 {
      let (slot, queue) = (Int32(random.below(12)), random.below(3))
      let standing = model.firstIndex { $0.contains(slot) }
      #expect(queues.queue(of: slot) == standing && queues.contains(slot) == (standing != nil))
      if let standing {
        let isMove = random.below(2) == 0
        // A slot at the back stays there.
        if !(isMove && model[queue].last == slot) { model[standing].removeAll { $0 == slot } }
        if isMove {
          queues.move(slot, toBackOf: queue)
          if model[queue].last != slot { model[queue].append(slot) }
        } else {
          queues.remove(slot)
        }
      } else {
        bytes[Int(slot)] = Int64(random.below(1000))
        queues.append(slot, to: queue, bytes: bytes[Int(slot)])
        model[queue].append(slot)
      }
      for queue in 0..<3 {
        var (found, next) = ([Int32](), queues.first(of: queue))
        while next != SlotQueues.none {
          found.append(next)
          next = queues.next(after: next)
        }
        #expect(found == model[queue], "seed \(seed), step \(step)")
        #expect(queues.bytes(of: queue) == found.reduce(0) { $0 + bytes[Int($1)] })
      }
      try queues.checkInvariants()
    }
  }
}
