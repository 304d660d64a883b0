package import LabBase
package import StrategyKit

/// Yardsticks for a record, or why there are none.
public enum YardstickReading: Sendable {
  case measured(Yardsticks)
  case absent(String)

  /// What a record has of them: see `Yardsticks.json`.
  package func json(of run: Yardsticks.Run, beside others: [Yardsticks.Run] = []) -> JSON {
    switch self {
    case .measured(let yardsticks): yardsticks.json(of: run, beside: others)
    case .absent(let reason): .object(["absent": .string(reason)])
    }
  }

  /// Why a record of a run that nobody compares has none.
  public static let notAskedFor = "not asked for"

  /// Why a strategy that shows thumbnails has none.
  package static let ofFullImages =
    "cells may show thumbnails first, and bounds and yardsticks are of full images alone"

  /// Why there are none for a strategy's replay in virtual time; nil where there are some. Where a bound does not hold,
  /// it is not stated, nor what is made of it.
  package static func lack(for strategy: StrategySpec, over replay: Replay, _ settings: ReplaySettings) -> String? {
    if settings.delivery == .opportunistic || strategy.showsThumbnails { return ofFullImages }
    if strategy.servesSmallerRequests && replay.table.targetSizes.count > 1 {
      return "a larger bitmap may serve a smaller request, and bounds are of bitmaps of the very size that is asked for"
    }
    if settings.cloud.sharePercent > 0 {
      return "with photos in the cloud there is none: the yardsticks know nothing of downloads"
    }
    if settings.managerCache > .zero { return "with a cache of the image manager's own there is no fair budget" }
    if replay.script.changesContent {
      return "photos come and go, or are a choice: bounds are worked out for grids that keep their photos"
    }
    if replay.script.steps.count > Yardsticks.framesMax {
      return "more than \(Yardsticks.framesMax) frames: \(ToolName.current) trace cut makes a shorter trace"
    }
    return nil
  }
}
