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
  /// - Throws: `SettingError` for one that shows thumbnails where each cell gets one image.
  public func applied(to strategy: StrategySpec) throws(SettingError) -> StrategySpec {
    switch self {
    case .highquality: return strategy
    case .opportunistic: return strategy.showingThumbnails()
    case .fast:
      guard !strategy.showsThumbnails else {
        throw SettingError(
          "with --delivery fast a cell gets one image, but '\(strategy.shortText)' shows thumbnails first: leave out "
            + "'+\(StrategySpec.opportunistic)', or --delivery fast")
      }
      return strategy
    }
  }
}
