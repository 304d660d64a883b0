import Testing

@testable import StrategyKit
@testable import Strategies

/// What a registry holds says of a policy what its type is.
@Suite struct RegisteredPolicyTests {
  private static let strategies = StrategyRegistry.all.prefetchers + StrategyRegistry.all.oraclePrefetchers
  private static let evictionPolicies =
    StrategyRegistry.all.evictionPolicies + StrategyRegistry.all.oracleEvictionPolicies

  /// Casts of the type, which Embedded Swift cannot make, say the same.
  private static func isAsItsTypeSays(_ found: RegisteredStrategy) -> Bool {
    let made = found.make(ParameterValues(defaultsOf: found.descriptor), nil)
    return found.isRanking == (found.type is any RankingStrategy.Type)
      && found.isOffline == (found.type is any OfflinePolicy.Type) && found.descriptor.id == found.type.descriptor.id
      && type(of: made) == found.type && (made.ranking != nil) == found.isRanking
  }

  @Test func everyStrategyIsKnownForWhatItIs() {
    for strategy in Self.strategies { #expect(Self.isAsItsTypeSays(strategy), "\(strategy.descriptor.id)") }
    #expect(Self.strategies.filter(\.isRanking).map(\.descriptor.id) == ["budget-priority", "clairvoyant"])
    #expect(Self.strategies.filter(\.isOffline).map(\.descriptor.id) == ["clairvoyant", "foreseen-window"])
  }

  @Test func everyEvictionIsKnownForWhatItIs() {
    for policy in Self.evictionPolicies {
      let made = policy.make(ParameterValues(defaultsOf: policy.descriptor), nil)
      #expect(type(of: made) == policy.type && policy.canKeepBitmaps == policy.type.canKeepBitmaps)
      #expect(policy.isOffline == (policy.type is any OfflinePolicy.Type))
    }
    #expect(Self.evictionPolicies.filter(\.isOffline).map(\.descriptor.id) == ["belady"])
  }

  /// All that this code knows of the type is that it is a strategy.
  private static func throughGenericCode<Strategy: CacheStrategy>(_: Strategy.Type) -> StrategyRegistry {
    StrategyRegistry(registered: [Strategy.registered], evictionPolicies: [])
  }

  @Test func aRankingStrategyRegisteredByGenericCodeRanks() throws {
    let registries = [
      Self.throughGenericCode(BudgetPriority.self),
      StrategyRegistry(prefetchers: [BudgetPriority.self], evictionPolicies: []),
      StrategyRegistry(prefetchers: [], evictionPolicies: []).adding([BudgetPriority.self]),
    ]
    for registry in registries {
      let spec = try StrategySpec("budget-priority", registry: registry)
      #expect(spec.isRanking && !spec.canDrivePhotos && spec.makeStrategy().ranking != nil)
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

/// Conforms to `RankingStrategy` under a condition, so that its `registered` is that of any strategy.
private struct Wrapper<Base: CacheStrategy>: CacheStrategy {
  static var descriptor: PolicyDescriptor { Base.descriptor }

  private var base: Base

  init(_ parameters: ParameterValues) { base = Base(parameters) }

  mutating func viewportChanged(_ frame: FrameContext, plan: inout Plan) { base.viewportChanged(frame, plan: &plan) }
}

extension Wrapper: RankingStrategy, RankingBehaviour where Base: RankingStrategy {
  var budget: ByteCount { base.budget }
  mutating func nextJob(_ jobs: JobView, at time: Nanoseconds) -> ItemID? { base.nextJob(jobs, at: time) }
  mutating func victim(for item: ItemID, _ jobs: JobView) -> ItemID? { base.victim(for: item, jobs) }
}
