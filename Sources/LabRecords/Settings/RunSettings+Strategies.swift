public import CacheLab
import GridEngine
public import StrategyKit

// Which strategies go with which settings.

extension SettingError {
  /// - Parameter reason: Why this strategy, which knows the trace, cannot.
  package static func offline(_ strategy: StrategySpec, because reason: String) -> SettingError {
    SettingError(
      "'\(strategy.shortText)' knows the trace, \(reason): leave it out, or name a strategy that could ship")
  }
}

extension Replay {
  /// What comes next is worked out for grids that keep their photos.
  package func refuseOffline(_ strategy: StrategySpec) throws(SettingError) {
    guard script.changesContent, strategy.isOffline else { return }
    throw .offline(strategy, because: "and where photos come and go that is not worked out")
  }
}

extension ReplayDelivery {
  /// The strategy with what `--delivery` makes of it.
  ///
  /// - Throws: `SettingError` for one that decides itself where thumbnails stand in.
  public func applied(to strategy: StrategySpec, registry: StrategyRegistry) throws(SettingError) -> StrategySpec {
    let part = strategy.registeredCoarse.descriptor.id
    switch self {
    case .highquality: return strategy
    case .opportunistic:
      // The coarse policy that does what Photos does by itself.
      guard let own = registry.coarsePolicies.first(where: { $0.drivesPhotos }) else {
        throw SettingError(
          "no strategy of this program lets thumbnails stand in as Photos does: leave out --delivery opportunistic")
      }
      if part == own.descriptor.id { return strategy }
      guard !strategy.registeredCoarse.hasTier else {
        throw SettingError(
          "'\(strategy.shortText)' decides itself where thumbnails stand in: leave out '+\(part)', or --delivery "
            + "opportunistic")
      }
      do throws(SpecError) {
        return try StrategySpec("\(strategy.canonicalText)+\(own.descriptor.id)", registry: registry)
      } catch {
        throw SettingError(error.description)
      }
    case .fast:
      guard !strategy.registeredCoarse.hasTier else {
        throw SettingError(
          "with --delivery fast a cell gets one image, but '\(strategy.shortText)' shows thumbnails first: leave out "
            + "'+\(part)', or --delivery fast")
      }
      return strategy
    }
  }
}
