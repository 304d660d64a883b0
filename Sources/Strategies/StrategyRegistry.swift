/// All policies by name. A new one is a file in `Policies/` and a line here.
public struct StrategyRegistry: Sendable {
  /// Those that decide what to decode ahead.
  public var prefetchers: [any CacheStrategy.Type]
  /// Those that decide what stays.
  public var retentions: [any RetentionPolicy.Type]

  public init(prefetchers: [any CacheStrategy.Type], retentions: [any RetentionPolicy.Type]) {
    self.prefetchers = prefetchers
    self.retentions = retentions
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
    ]
  )

  /// Every descriptor, prefetchers first, in order of registration.
  public var descriptors: [PolicyDescriptor] {
    prefetchers.map { $0.descriptor } + retentions.map { $0.descriptor }
  }
}
