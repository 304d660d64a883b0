import Strategies
import Testing

@Suite struct LeastRecentlyUsedTests {
  /// Recency is that of the request, not of the end of the decode.
  @Test func agreesWithAListModelOverRandomRequests() throws {
    let bytes = ByteCount(rawValue: 1)
    var policy = LeastRecentlyUsed(try StrategySpec("lru").evictionParameters)
    policy.reset(slotCount: 16)
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
