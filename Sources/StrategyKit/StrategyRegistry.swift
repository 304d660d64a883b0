/// Policies by name. `StrategyRegistry.all`, in the module Strategies, has those that ship.
public struct StrategyRegistry: Sendable {
  /// Those that decide what to decode ahead.
  public var prefetchers: [RegisteredStrategy]
  /// Those that decide what stays.
  public var retentions: [RegisteredRetention]
  /// Those that decide where thumbnails stand in: a part of another strategy, never one by itself.
  public var coarsePolicies: [RegisteredCoarse]
  /// Yardsticks among those that decide what to decode ahead: they know the trace, and are nothing to ship.
  public var boundPrefetchers: [RegisteredStrategy]
  /// Yardsticks among those that decide what stays: they know the trace, or have no budget.
  public var boundRetentions: [RegisteredRetention]

  public init(
    registered prefetchers: [RegisteredStrategy], retentions: [RegisteredRetention],
    coarsePolicies: [RegisteredCoarse] = [], boundPrefetchers: [RegisteredStrategy] = [],
    boundRetentions: [RegisteredRetention] = []
  ) {
    self.prefetchers = prefetchers
    self.retentions = retentions
    self.coarsePolicies = coarsePolicies
    self.boundPrefetchers = boundPrefetchers
    self.boundRetentions = boundRetentions
  }

  /// The same with policies of one's own.
  ///
  /// - Precondition: no id of theirs is taken.
  public func adding(
    registered prefetchers: [RegisteredStrategy], retentions: [RegisteredRetention] = []
  ) -> StrategyRegistry {
    var registry = self
    registry.prefetchers += prefetchers
    registry.retentions += retentions
    let ids =
      (registry.boundDescriptors + registry.descriptors + registry.coarsePolicies.map { $0.descriptor }).map { $0.id }
    for (index, id) in ids.enumerated() {
      precondition(!ids[..<index].contains(id), "the strategy id '\(id)' is taken: choose another")
    }
    return registry
  }

  /// Every descriptor of what can stand alone but those of yardsticks, prefetchers first, in order of registration.
  public var descriptors: [PolicyDescriptor] {
    prefetchers.map { $0.descriptor } + retentions.map { $0.descriptor }
  }

  /// The descriptors of yardsticks: what knows the trace or has no budget.
  public var boundDescriptors: [PolicyDescriptor] {
    boundPrefetchers.map { $0.descriptor } + boundRetentions.map { $0.descriptor }
  }
}

#if !hasFeature(Embedded)
  extension StrategyRegistry {
    /// Policies by their types: `[MyStrategy.self]`.
    public init(
      prefetchers: [any CacheStrategy.Type], retentions: [any RetentionPolicy.Type],
      coarsePolicies: [any CoarsePolicy.Type] = [], boundPrefetchers: [any CacheStrategy.Type] = [],
      boundRetentions: [any RetentionPolicy.Type] = []
    ) {
      self.init(
        registered: prefetchers.map { $0.registered }, retentions: retentions.map { $0.registered },
        coarsePolicies: coarsePolicies.map { $0.registered }, boundPrefetchers: boundPrefetchers.map { $0.registered },
        boundRetentions: boundRetentions.map { $0.registered })
    }

    /// The same with policies of one's own, by their types.
    ///
    /// - Precondition: no id of theirs is taken.
    public func adding(
      _ prefetchers: [any CacheStrategy.Type], retentions: [any RetentionPolicy.Type] = []
    ) -> StrategyRegistry {
      adding(registered: prefetchers.map { $0.registered }, retentions: retentions.map { $0.registered })
    }
  }
#endif
