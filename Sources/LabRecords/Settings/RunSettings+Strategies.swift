public import CacheLab

extension StrategyRegistry {
  /// Returns the strategies of a name: `all` that could ship, the `oracles`, or one strategy as it is written.
  public func ids(named name: String) -> [String] {
    switch name {
    case "all": descriptors.map { $0.id }
    case "oracles": oracleDescriptors.map { $0.id }
    default: [name]
    }
  }
}

extension SettingError {
  /// - Parameter reason: The reason why this strategy, which knows the trace, cannot be used.
  package static func offline(_ strategy: StrategySpec, because reason: String) -> SettingError {
    SettingError(
      "'\(strategy.shortText)' knows the trace, \(reason): leave it out, or name a strategy that could ship")
  }
}

extension Replay {
  /// Refuses strategies that know the trace where photos come and go: the requests to come are computed only for grids
  /// that keep their photos.
  package func refuseOffline(_ strategy: StrategySpec) throws(SettingError) {
    guard script.hasChangingContent, strategy.isOffline else { return }
    throw .offline(strategy, because: "and where photos come and go that is not worked out")
  }
}

extension ReplayDelivery {
  /// Returns the strategy as changed by `--delivery`.
  ///
  /// - Throws: `SettingError` if it shows thumbnails where each cell gets one image.
  public func applied(to strategy: StrategySpec) throws(SettingError) -> StrategySpec {
    switch self {
    case .highquality: return strategy
    case .opportunistic: return strategy.showingThumbnails()
    case .fast:
      guard !strategy.hasThumbnails else {
        throw SettingError(
          "with --delivery fast a cell gets one image, but '\(strategy.shortText)' shows thumbnails first: leave out "
            + "'+\(StrategySpec.opportunistic)', or --delivery fast")
      }
      return strategy
    }
  }
}
