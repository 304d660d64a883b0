#if hasFeature(Embedded)
  import StrategyKit

  extension Replay {
    /// The roles of any policies as one type each, so that a replay is compiled once: a page loads what is compiled.
    func roles(
      _ strategy: AnyStrategy, _ retention: AnyRetentionPolicy?, _ coarse: AnyCoarsePolicy?
    ) -> (RankingPlanner, AnyRetention, AnyCoarse) {
      let planner = RankingPlanner(strategy)
      let kept = planner.ranks ? erased(OwnRetention()) : retention ?? erased(NoRetention())
      return (planner, AnyRetention(kept), AnyCoarse(coarse ?? erased(NoCoarse()), isThere: coarse != nil))
    }
  }
#endif
