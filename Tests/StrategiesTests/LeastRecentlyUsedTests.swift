import Strategies
import Testing

@Suite struct LeastRecentlyUsedTests {
  private func policy(_ text: String = "lru") throws -> LeastRecentlyUsed {
    var policy = LeastRecentlyUsed(try StrategySpec(text).evictionParameters)
    policy.reset(slotCount: 16)
    return policy
  }

  @Test func evictsTheLeastRecentlyRequestedFirst() throws {
    var policy = try policy()
    for slot in [3, 1, 2] as [Int32] {
      policy.requested(slot)
      policy.becameResident(slot)
    }
    policy.requested(3)
    #expect(policy.victim(where: { _ in true }) == 1)
  }

  @Test func recencyIsTheRequestNotTheEndOfTheDecode() throws {
    var policy = try policy()
    policy.requested(1)
    policy.requested(2)
    policy.becameResident(2)
    policy.becameResident(1)
    #expect(policy.victim(where: { _ in true }) == 1)
  }

  @Test func passesOverWhatMayNotGo() throws {
    var policy = try policy()
    for slot in 0..<4 as Range<Int32> { policy.requested(slot) }
    #expect(policy.victim(where: { $0 >= 2 }) == 2)
    #expect(policy.victim(where: { _ in false }) == nil)
  }

  @Test func forgetsWhatWasDropped() throws {
    var policy = try policy()
    policy.requested(1)
    policy.requested(2)
    policy.dropped(1)
    #expect(policy.victim(where: { _ in true }) == 2)
  }

  @Test func agreesWithAListModelOverRandomRequests() throws {
    var policy = try policy()
    var list: [Int32] = []
    var random = SplitMix(seed: 11)
    for _ in 0..<5000 {
      let slot = Int32(random.below(16))
      if random.below(4) == 0 {
        policy.dropped(slot)
        list.removeAll { $0 == slot }
      } else {
        policy.requested(slot)
        list.removeAll { $0 == slot }
        list.append(slot)
      }
      let odd = random.below(2) == 0
      #expect(policy.victim(where: { !odd || $0 % 2 == 1 }) == list.first { !odd || $0 % 2 == 1 })
    }
  }
}

extension LeastRecentlyUsed {
  fileprivate mutating func requested(_ slot: Int32) { requested(slot, bytes: ByteCount(rawValue: 1)) }
  fileprivate mutating func becameResident(_ slot: Int32) { becameResident(slot, bytes: ByteCount(rawValue: 1)) }
}
