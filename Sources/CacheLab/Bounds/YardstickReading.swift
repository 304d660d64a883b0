package import LabBase
import StrategyKit

/// Yardsticks for a record, or why there are none.
public enum YardstickReading: Sendable {
  case measured(Yardsticks)
  case absent(String)

  package func json(of tally: ReplayTally) -> JSON {
    switch self {
    case .measured(let yardsticks): yardsticks.json(of: Yardsticks.Mark(tally))
    case .absent(let reason): .object(["absent": .string(reason)])
    }
  }

  /// Why there are none for a replay in virtual time; nil where there are some.
  package static func lack(for replay: Replay, _ settings: ReplaySettings) -> String? {
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
