import CacheLab
import LabJudge
import StrategyKit

extension ReplayDelivery {
  /// The same for a strategy that may take its budget from another's peak, which is that of the other as it is written.
  func applied(to strategy: PeakSpec, registry: StrategyRegistry) throws -> PeakSpec {
    let own = try applied(to: strategy.sample, registry: registry)
    let added = own.canonicalText.dropFirst(strategy.sample.canonicalText.count)
    return added.isEmpty ? strategy : try PeakSpec(strategy.canonicalText + added, registry: registry)
  }

  /// The strategy with what `--delivery` makes of it.
  ///
  /// - Throws: `UsageError` for one that decides itself where thumbnails stand in.
  func applied(to strategy: StrategySpec, registry: StrategyRegistry) throws -> StrategySpec {
    let part = strategy.coarse.descriptor.id
    switch self {
    case .highquality: return strategy
    case .opportunistic:
      // The coarse policy that does what Photos does by itself.
      guard let own = registry.coarsePolicies.first(where: { $0.drivesPhotos }) else {
        throw UsageError(
          "no strategy of this program lets thumbnails stand in as Photos does: leave out --delivery opportunistic")
      }
      if strategy.coarse == own.type { return strategy }
      guard !strategy.coarse.hasTier else {
        throw UsageError(
          "'\(strategy.shortText)' decides itself where thumbnails stand in: leave out '+\(part)', or --delivery "
            + "opportunistic")
      }
      return try StrategySpec("\(strategy.canonicalText)+\(own.descriptor.id)", registry: registry)
    case .fast:
      guard !strategy.coarse.hasTier else {
        throw UsageError(
          "with --delivery fast a cell gets one image, but '\(strategy.shortText)' shows thumbnails first: leave out "
            + "'+\(part)', or --delivery fast")
      }
      return strategy
    }
  }
}
