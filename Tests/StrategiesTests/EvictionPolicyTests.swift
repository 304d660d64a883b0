import Testing

@testable import Strategies
@testable import StrategyKit

/// The duties of every eviction policy in a grid: bitmaps that may not go, starts ahead, drops.
@Suite struct EvictionPolicyTests {
  static let ids = StrategyRegistry.all.evictionPolicies.map { $0.descriptor.id }

  private func policy(_ id: String, slotCount: Int = 64) throws -> any EvictionBehaviour {
    let spec = try StrategySpec("\(id):budget=2000B")
    var policy = try #require(spec.makeEvictionPolicy())
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

  private static let strategies = StrategyRegistry.all.prefetchers + StrategyRegistry.all.oraclePrefetchers
  private static let evictionPolicies =
    StrategyRegistry.all.evictionPolicies + StrategyRegistry.all.oracleEvictionPolicies

  /// Casts of the type, which Embedded Swift cannot make, say the same.
  private static func isAsItsTypeSays(_ found: RegisteredStrategy) -> Bool {
    let made = found.make(ParameterValues(defaultsOf: found.descriptor), nil)
    return found.isRanking == (found.type is any RankingStrategy.Type)
      && found.isOffline == (found.type is any OfflinePolicy.Type) && found.descriptor.id == found.type.descriptor.id
      && type(of: made) == found.type && made.isRanking == found.isRanking
  }

  @Test func everyStrategyIsKnownForWhatItIs() {
    for strategy in Self.strategies { #expect(Self.isAsItsTypeSays(strategy), "\(strategy.descriptor.id)") }
    #expect(Self.strategies.filter(\.isRanking).map(\.descriptor.id) == ["budget-priority", "clairvoyant"])
    #expect(Self.strategies.filter(\.isOffline).map(\.descriptor.id) == ["clairvoyant", "foreseen-window"])
  }

  @Test func everyEvictionIsKnownForWhatItIs() {
    for policy in Self.evictionPolicies {
      let made = policy.make(ParameterValues(defaultsOf: policy.descriptor), nil)
      #expect(type(of: made) == policy.type && policy.isOffline == (policy.type is any OfflinePolicy.Type))
    }
    #expect(Self.evictionPolicies.filter(\.isOffline).map(\.descriptor.id) == ["belady"])
  }

  /// All that this code knows of the type is that it is a strategy.
  private static func throughGenericCode<Strategy: CacheStrategy>(_: Strategy.Type) -> StrategyRegistry {
    StrategyRegistry(prefetchers: [Strategy.registered], evictionPolicies: [])
  }

  @Test func aRankingStrategyRegisteredByGenericCodeRanks() throws {
    let registries = [
      Self.throughGenericCode(BudgetPriority.self),
      StrategyRegistry(prefetchers: [BudgetPriority.registered], evictionPolicies: []),
      StrategyRegistry(prefetchers: [], evictionPolicies: []).adding([BudgetPriority.self]),
    ]
    for registry in registries {
      let spec = try StrategySpec("budget-priority", registry: registry)
      #expect(spec.isRanking && !spec.canDrivePhotos && spec.makeStrategy().isRanking)
    }
    let foreseeing = Self.throughGenericCode(Clairvoyant.self).prefetchers[0]
    #expect(foreseeing.isRanking && foreseeing.isOffline)
    #expect(!Self.throughGenericCode(Preheat2x.self).prefetchers[0].isRanking)
  }

  @Test func aWrapperRanksWhereWhatItWrapsDoes() {
    for found in [Wrapper<BudgetPriority>.registered, Wrapper<Preheat2x>.registered] {
      #expect(Self.isAsItsTypeSays(found), "\(found.type)")
    }
    #expect(Self.throughGenericCode(Wrapper<BudgetPriority>.self).prefetchers[0].isRanking)
    #expect(!Self.throughGenericCode(Wrapper<Preheat2x>.self).prefetchers[0].isRanking)
  }
}

/// Ranks if what it wraps does.
private struct Wrapper<Base: CacheStrategy>: CacheStrategy {
  static var descriptor: PolicyDescriptor { Base.descriptor }
  static var isRanking: Bool { Base.isRanking }

  private var base: Base

  init(_ parameters: ParameterValues) { base = Base(parameters) }

  var budget: ByteCount { base.budget }
  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { base.viewportChanged(frame, plan: &plan) }
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { base.nextJob(jobs, at: time) }
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { base.victim(for: item, jobs) }
}

extension Wrapper: RankingStrategy where Base: RankingStrategy {}
