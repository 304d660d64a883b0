public import LabBase
import StrategyKit

extension Yardsticks {
  /// As it stands in a record, with what the record's own strategy closes of the gaps.
  public func json(of mark: Mark) -> JSON {
    let whole = GapClosed(mark, from: none, to: clairvoyant)
    let rest = GapClosed(mark, from: preheat2x, to: clairvoyant)
    func closed(_ gap: GapClosed) -> JSON {
      let none = MetricValue.absent("there is no gap")
      return .object(["hits": (gap.hits ?? none).json, "blank": (gap.blank ?? none).json])
    }
    return .object([
      "budget-bytes": .integer(Int128(budget.rawValue)), "warm-requests": .integer(Int128(requests)),
      "warm-area": .integer(area), "none": json(none), "preheat2x": json(preheat2x),
      "clairvoyant": json(clairvoyant), "bound": json(bound),
      "gap-closed": .object(["from-none": closed(whole), "from-preheat2x": closed(rest)]),
    ])
  }

  private func json(_ mark: Mark) -> JSON {
    .object([
      "warm-hits": .integer(Int128(mark.hits)),
      "warm-hit-rate": MetricValue.ratio(Int128(mark.hits), Int128(requests)).json,
      "warm-blank-area": .integer(mark.blank), "warm-blank-ratio": MetricValue.ratio(mark.blank, area).json,
    ])
  }
}
