import Strategies
import Testing

@Suite struct CollectionTests {
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
        if random.below(4) == 0 {
          queues.move(slot, toBackOf: queue)
        } else {
          bytes[Int(slot)] = Int64(random.below(1000))
          queues.append(slot, to: queue, bytes: bytes[Int(slot)])
        }
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

  @Test func beforeAndAfterAreWhatAnotherRangeLeaves() {
    for a in 0..<6 as Range<Int32> {
      for b in a..<6 {
        for c in 0..<6 as Range<Int32> {
          for d in c..<6 {
            let (range, other) = (ItemRange(lower: a, upper: b), ItemRange(lower: c, upper: d))
            let (before, after) = (range.before(other), range.after(other))
            let left = Array(before.lower..<before.upper) + Array(after.lower..<after.upper)
            #expect(left == (a..<b).filter { !(c..<d).contains($0) }, "\(range) without \(other)")
          }
        }
      }
    }
  }

  /// Recency is that of the request, not of the end of the decode.
  @Test func agreesWithAListModelOverRandomRequests() throws {
    let bytes = ByteCount(rawValue: 1)
    var policy = LeastRecentlyUsed(try StrategySpec("lru").evictionParameters)
    policy.reset(slotCount: 16, sizeClasses: 1)
    var list: [Int32] = []
    var random = SplitMix(seed: 11)
    for _ in 0..<5000 {
      let slot = Int32(random.below(16))
      if random.below(4) == 0 {
        policy.dropped(slot)
        list.removeAll { $0 == slot }
      } else {
        policy.requested(slot, bytes: bytes)
        list.removeAll { $0 == slot }
        list.append(slot)
      }
      if !list.isEmpty { policy.becameResident(list[random.below(list.count)], bytes: bytes) }
      let odd = random.below(2) == 0
      #expect(policy.victim(where: { !odd || $0 % 2 == 1 }) == list.first { !odd || $0 % 2 == 1 })
    }
  }
}
