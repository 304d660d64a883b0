// The module re-exports the types that strategies are made of.
@_exported public import StrategyKit

extension StrategyRegistry {
  /// The strategies that ship with the library. A new one is a file in `Policies/` and a line here.
  public static let all = StrategyRegistry(
    prefetchers: [
      NoPreheating.registered,
      FixedWindow.registered,
      Preheat2x.registered,
      PerRowWindow.registered,
      UIKitPrefetch.registered,
      TextureRanges.registered,
      GlidePreloader.registered,
      NukePrefetch.registered,
      ScrollAware.registered,
      Skewport.registered,
      DisplayPort.registered,
      FlashListWindow.registered,
      DeadlineLookahead.registered,
      WindowedLead.registered,
      BudgetPriority.registered,
    ],
    evictionPolicies: [
      LeastRecentlyUsed.registered,
      LeastRecentlyUsedBySize.registered,
      Sieve.registered,
      Clock.registered,
      S3FIFO.registered,
      AdaptiveReplacement.registered,
    ],
    oraclePrefetchers: [Clairvoyant.registered, ForeseenWindow.registered],
    oracleEvictionPolicies: [Belady.registered, Unbounded.registered]
  )
}

extension StrategySpec {
  /// Parses a strategy of those that ship.
  ///
  /// - Throws: `SpecError` naming the nearest valid word.
  public init(_ text: String) throws(SpecError) { try self.init(text, registry: .all) }
}
