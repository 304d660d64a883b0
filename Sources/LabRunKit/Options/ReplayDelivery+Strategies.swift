import CacheLab
import StrategyKit

extension ReplayDelivery {
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
      if strategy.coarse == own { return strategy }
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
