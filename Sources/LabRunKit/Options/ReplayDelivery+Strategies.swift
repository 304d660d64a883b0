import CacheLab
import Strategies

extension ReplayDelivery {
  /// The strategy with what `--delivery` makes of it.
  ///
  /// - Throws: `UsageError` for one that decides itself where thumbnails stand in.
  func applied(to strategy: StrategySpec, registry: StrategyRegistry) throws -> StrategySpec {
    let part = strategy.coarse.descriptor.id
    switch self {
    case .highquality: return strategy
    case .opportunistic:
      if strategy.coarse == Opportunistic.self { return strategy }
      guard !strategy.coarse.hasTier else {
        throw UsageError(
          "'\(strategy.shortText)' decides itself where thumbnails stand in: leave out '+\(part)', or --delivery "
            + "opportunistic")
      }
      return try StrategySpec("\(strategy.canonicalText)+\(Opportunistic.descriptor.id)", registry: registry)
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
