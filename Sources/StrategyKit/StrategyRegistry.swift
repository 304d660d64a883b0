/// A set of policies by name. `StrategyRegistry.all`, in the module Strategies, has those that ship.
public struct StrategyRegistry: Sendable {
  /// The strategies that decide what to decode ahead.
  public var prefetchers: [RegisteredStrategy]
  /// The policies that choose what is dropped when room is needed.
  public var evictionPolicies: [RegisteredEvictionPolicy]
  /// The oracles that decide what to decode ahead: they know the trace, and are not to be shipped.
  public var oraclePrefetchers: [RegisteredStrategy]
  /// The oracles that choose what is dropped: they know the trace, or have no budget.
  public var oracleEvictionPolicies: [RegisteredEvictionPolicy]

  public init(
    registered prefetchers: [RegisteredStrategy], evictionPolicies: [RegisteredEvictionPolicy],
    oraclePrefetchers: [RegisteredStrategy] = [],
    oracleEvictionPolicies: [RegisteredEvictionPolicy] = []
  ) {
    self.prefetchers = prefetchers
    self.evictionPolicies = evictionPolicies
    self.oraclePrefetchers = oraclePrefetchers
    self.oracleEvictionPolicies = oracleEvictionPolicies
  }

  /// The descriptors of all policies that can be used alone, except oracles: prefetchers first, in order of
  /// registration.
  public var descriptors: [PolicyDescriptor] {
    prefetchers.map { $0.descriptor } + evictionPolicies.map { $0.descriptor }
  }

  /// The descriptors of oracles.
  public var oracleDescriptors: [PolicyDescriptor] {
    oraclePrefetchers.map { $0.descriptor } + oracleEvictionPolicies.map { $0.descriptor }
  }
}

#if !hasFeature(Embedded)
  extension StrategyRegistry {
    /// Creates a registry from types: `[MyStrategy.self]`.
    public init(
      prefetchers: [any CacheStrategy.Type], evictionPolicies: [any EvictionPolicy.Type],
      oraclePrefetchers: [any CacheStrategy.Type] = [],
      oracleEvictionPolicies: [any EvictionPolicy.Type] = []
    ) {
      self.init(
        registered: prefetchers.map { $0.registered }, evictionPolicies: evictionPolicies.map { $0.registered },
        oraclePrefetchers: oraclePrefetchers.map { $0.registered },
        oracleEvictionPolicies: oracleEvictionPolicies.map { $0.registered })
    }

    /// Returns the registry with further policies.
    ///
    /// - Precondition: Their ids are not taken.
    public func adding(
      _ prefetchers: [any CacheStrategy.Type], evictionPolicies: [any EvictionPolicy.Type] = []
    ) -> StrategyRegistry {
      var registry = self
      registry.prefetchers += prefetchers.map { $0.registered }
      registry.evictionPolicies += evictionPolicies.map { $0.registered }
      let ids = [StrategySpec.opportunistic] + (registry.oracleDescriptors + registry.descriptors).map { $0.id }
      for (index, id) in ids.enumerated() {
        precondition(!ids[..<index].contains(id), "the strategy id '\(id)' is taken: choose another")
      }
      return registry
    }
  }
#endif
