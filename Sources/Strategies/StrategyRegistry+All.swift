// Whoever imports the strategies has what they are made of.
@_exported public import StrategyKit

extension StrategyRegistry {
  /// The strategies that ship with the library. A new one is a file in `Policies/` and a line here.
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
    boundPrefetchers: [Clairvoyant.self, ForeseenWindow.self],
    boundRetentions: [Belady.self, Unbounded.self]
  )
}

extension StrategySpec {
  /// Reads a strategy of those that ship.
  ///
  /// - Throws: `SpecError` naming the nearest valid word.
  public init(_ text: String) throws(SpecError) { try self.init(text, registry: .all) }
}
