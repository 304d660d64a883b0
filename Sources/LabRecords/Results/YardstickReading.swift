public import CacheLab
import LabBase

/// Yardsticks for a record, or why there are none.
public enum YardstickReading: Sendable {
  case measured(Yardsticks)
  case absent(String)

  func json(of tally: ReplayTally) -> JSON {
    switch self {
    case .measured(let yardsticks): yardsticks.json(of: Yardsticks.Mark(tally))
    case .absent(let reason): .object(["absent": .string(reason)])
    }
  }
}
