/// All policies by name. A new one is a file in `Policies/` and a line here.
public struct StrategyRegistry: Sendable {
  /// Those that decide what to decode ahead.
  public var prefetchers: [any CacheStrategy.Type]
  /// Those that decide what stays.
  public var retentions: [any RetentionPolicy.Type]
  /// Those that decide where thumbnails stand in: a part of another strategy, never one by itself.
  public var coarsePolicies: [any CoarsePolicy.Type]
  /// Yardsticks among those that decide what to decode ahead: they know the trace, and are nothing to ship.
  public var boundPrefetchers: [any CacheStrategy.Type]
  /// Yardsticks among those that decide what stays: they know the trace, or have no budget.
  public var boundRetentions: [any RetentionPolicy.Type]

  public init(
    prefetchers: [any CacheStrategy.Type], retentions: [any RetentionPolicy.Type],
    coarsePolicies: [any CoarsePolicy.Type] = [], boundPrefetchers: [any CacheStrategy.Type] = [],
    boundRetentions: [any RetentionPolicy.Type] = []
  ) {
    self.prefetchers = prefetchers
    self.retentions = retentions
    self.coarsePolicies = coarsePolicies
    self.boundPrefetchers = boundPrefetchers
    self.boundRetentions = boundRetentions
  }

  /// The strategies that ship with the library.
  public static let all = StrategyRegistry(
    prefetchers: [
      NoPreheating.self,
      FixedWindow.self,
      Preheat2x.self,
      PerRowWindow.self,
      UIKitPrefetch.self,
      TextureRanges.self,
      GlidePreloader.self,
      NukePrefetch.self,
      ScrollAware.self,
      Skewport.self,
      DisplayPort.self,
      FlashListWindow.self,
      DeadlineLookahead.self,
      WindowedLead.self,
      BudgetPriority.self,
    ],
    retentions: [
      LeastRecentlyUsed.self,
      LeastRecentlyUsedBySize.self,
      Sieve.self,
      Clock.self,
      S3FIFO.self,
      AdaptiveReplacement.self,
    ],
    coarsePolicies: [
      CoarseFirst.self,
      Opportunistic.self,
    ],
    boundPrefetchers: [Clairvoyant.self],
    boundRetentions: [Belady.self, Unbounded.self]
  )

  /// Every descriptor of what can stand alone but those of yardsticks, prefetchers first, in order of registration.
  public var descriptors: [PolicyDescriptor] {
    prefetchers.map { $0.descriptor } + retentions.map { $0.descriptor }
  }

  /// The descriptors of yardsticks: what knows the trace or has no budget.
  public var boundDescriptors: [PolicyDescriptor] {
    boundPrefetchers.map { $0.descriptor } + boundRetentions.map { $0.descriptor }
  }
}
