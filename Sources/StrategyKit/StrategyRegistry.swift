/// Policies by name. `StrategyRegistry.all`, in the module Strategies, has those that ship.
public struct StrategyRegistry: Sendable {
  /// Those that decide what to decode ahead.
  public var prefetchers: [RegisteredStrategy]
  /// Those that decide what stays.
  public var evictionPolicies: [RegisteredEviction]
  /// Those that decide where thumbnails stand in: a part of another strategy, never one by itself.
  public var coarsePolicies: [RegisteredCoarse]
  /// Oracles among those that decide what to decode ahead: they know the trace, and are nothing to ship.
  public var boundPrefetchers: [RegisteredStrategy]
  /// Oracles among those that decide what stays: they know the trace, or have no budget.
  public var boundEvictionPolicies: [RegisteredEviction]

  public init(
    registered prefetchers: [RegisteredStrategy], evictionPolicies: [RegisteredEviction],
    coarsePolicies: [RegisteredCoarse] = [], boundPrefetchers: [RegisteredStrategy] = [],
    boundEvictionPolicies: [RegisteredEviction] = []
  ) {
    self.prefetchers = prefetchers
    self.evictionPolicies = evictionPolicies
    self.coarsePolicies = coarsePolicies
    self.boundPrefetchers = boundPrefetchers
    self.boundEvictionPolicies = boundEvictionPolicies
  }

  /// The same with policies of one's own.
  ///
  /// - Precondition: no id of theirs is taken.
  public func adding(
    registered prefetchers: [RegisteredStrategy], evictionPolicies: [RegisteredEviction] = []
  ) -> StrategyRegistry {
    var registry = self
    registry.prefetchers += prefetchers
    registry.evictionPolicies += evictionPolicies
    let ids =
      (registry.boundDescriptors + registry.descriptors + registry.coarsePolicies.map { $0.descriptor }).map { $0.id }
    for (index, id) in ids.enumerated() {
      precondition(!ids[..<index].contains(id), "the strategy id '\(id)' is taken: choose another")
    }
    return registry
  }

  /// Every descriptor of what can stand alone but those of oracles, prefetchers first, in order of registration.
  public var descriptors: [PolicyDescriptor] {
    prefetchers.map { $0.descriptor } + evictionPolicies.map { $0.descriptor }
  }

  /// The descriptors of oracles: what knows the trace or has no budget.
  public var boundDescriptors: [PolicyDescriptor] {
    boundPrefetchers.map { $0.descriptor } + boundEvictionPolicies.map { $0.descriptor }
  }
}

#if !hasFeature(Embedded)
  extension StrategyRegistry {
    /// Policies by their types: `[MyStrategy.self]`.
    public init(
      prefetchers: [any CacheStrategy.Type], evictionPolicies: [any EvictionPolicy.Type],
      coarsePolicies: [any CoarsePolicy.Type] = [], boundPrefetchers: [any CacheStrategy.Type] = [],
      boundEvictionPolicies: [any EvictionPolicy.Type] = []
    ) {
      self.init(
        registered: prefetchers.map { $0.registered }, evictionPolicies: evictionPolicies.map { $0.registered },
        coarsePolicies: coarsePolicies.map { $0.registered }, boundPrefetchers: boundPrefetchers.map { $0.registered },
        boundEvictionPolicies: boundEvictionPolicies.map { $0.registered })
    }

    /// The same with policies of one's own, by their types.
    ///
    /// - Precondition: no id of theirs is taken.
    public func adding(
      _ prefetchers: [any CacheStrategy.Type], evictionPolicies: [any EvictionPolicy.Type] = []
    ) -> StrategyRegistry {
      adding(registered: prefetchers.map { $0.registered }, evictionPolicies: evictionPolicies.map { $0.registered })
    }
  }
#endif
