import Strategies
import Testing

/// The duties of every eviction policy in a grid: bitmaps that may not go, starts ahead, drops.
@Suite struct EvictionPolicyTests {
  static let ids = StrategyRegistry.all.evictionPolicies.map { $0.descriptor.id }

  private func policy(_ id: String, slotCount: Int = 64) throws -> any EvictionPolicy {
    let spec = try StrategySpec("\(id):budget=2000B")
    var policy = spec.evictionPolicy.init(spec.evictionParameters)
    policy.reset(slotCount: slotCount, sizeClasses: 2)
    return policy
  }

  private let bytes = ByteCount(rawValue: 100)

  /// A grid that shows, starts, keeps and drops at random: victims are held and may go, and one is named whenever there
  /// is one that may.
  @Test(arguments: ids) func aVictimIsHeldAndMayGoAndIsNamedWhereThereIsOne(_ id: String) throws {
    for seed in 1...20 {
      var policy = try policy(id)
      var random = SplitMix(seed: UInt64(seed))
      var held: Set<Int32> = []
      var coming: Set<Int32> = []
      for step in 0..<3000 {
        let slot = Int32(random.below(64))
        switch random.below(8) {
        case 0, 1, 2:
          policy.requested(slot, bytes: bytes)
          if !held.contains(slot) { coming.insert(slot) }
        case 3:
          policy.started(slot, bytes: bytes)
          if !held.contains(slot) { coming.insert(slot) }
        case 4, 5:
          guard coming.remove(slot) != nil else { continue }
          policy.becameResident(slot, bytes: bytes)
          held.insert(slot)
        case 6:
          held.remove(slot)
          coming.remove(slot)
          policy.dropped(slot)
        default:
          let pinned = Int32(random.below(4))
          let canGo = { (slot: Int32) in held.contains(slot) && slot % 4 != pinned }
          let victim = policy.victim(where: canGo)
          #expect(throws: Never.self, "seed \(seed), step \(step)") { try policy.checkInvariants() }
          #expect((victim == nil) == !held.contains { canGo($0) }, "seed \(seed), step \(step)")
          guard let victim else { continue }
          #expect(canGo(victim), "seed \(seed), step \(step)")
          held.remove(victim)
          policy.dropped(victim)
        }
      }
    }
  }

  /// Started ahead and then shown is one use, not two: of two bitmaps that were shown once each, a start makes no
  /// difference to who goes first.
  @Test(arguments: ids) func aStartAheadIsNoSecondUse(_ id: String) throws {
    var policy = try policy(id)
    for slot in 0..<10 as Range<Int32> {
      if slot == 0 { policy.started(slot, bytes: bytes) } else { policy.requested(slot, bytes: bytes) }
      policy.becameResident(slot, bytes: bytes)
      if slot == 0 { policy.requested(slot, bytes: bytes) }
    }
    #expect(policy.victim(where: { _ in true }) == 0)
  }

  @Test func ofTheSizeLeftBehindAllGoesFirst() throws {
    var policy = try policy("lru-by-size")
    // Slots 32 and on are of the other size.
    for slot in [1, 2, 33, 34, 3] as [Int32] {
      policy.requested(slot, bytes: bytes)
      policy.becameResident(slot, bytes: bytes)
    }
    var gone: [Int32] = []
    while let victim = policy.victim(where: { _ in true }) {
      gone.append(victim)
      policy.dropped(victim)
    }
    #expect(gone == [33, 34, 1, 2, 3])
  }
}
