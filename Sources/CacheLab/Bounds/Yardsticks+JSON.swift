public import LabBase
import StrategyKit

extension Yardsticks {
  /// As it stands in a record, with what the record's own strategy closes of the gaps.
  ///
  /// - Parameters:
  ///   - run: What the strategy came to.
  ///   - others: Runs beside which it stands. The clairvoyant takes the plan of any that is better within the budget, and
  ///     so the strategy's own.
  public func json(of run: Run, beside others: [Run] = []) -> JSON {
    var best = best
    for each in [run] + others where each.peak <= budget.rawValue { best.take(each.mark, of: each.strategy) }
    let (mark, isWithin) = (run.mark, run.peak <= budget.rawValue)
    let whole = GapClosed(mark, from: none, to: best.mark)
    let rest = GapClosed(mark, from: preheat2x, to: best.mark)
    func closed(_ gap: GapClosed) -> JSON {
      let none = MetricValue.absent("there is no gap")
      return .object([
        "hits": (gap.hits ?? none).json, "blank": (gap.blank ?? none).json, "work": (gap.work ?? none).json,
      ])
    }
    var seer = members(best.mark)
    (seer["hits-of"], seer["blank-of"]) = (.string(best.hitsOf), .string(best.blankOf))
    var members: [String: JSON] = [
      "budget-bytes": .integer(Int128(budget.rawValue)), "warm-requests": .integer(Int128(requests)),
      "warm-area": .integer(area), "none": .object(members(none)), "preheat2x": .object(members(preheat2x)),
      "clairvoyant": .object(seer), "bound": .object(members(bound)),
      "gap-closed": .object(["from-none": closed(whole), "from-preheat2x": closed(rest)]),
    ]
    if !isWithin { members["held-more"] = .bool(true) }
    return .object(members)
  }

  private func members(_ mark: Mark) -> [String: JSON] {
    var members: [String: JSON] = [
      "warm-hits": .integer(Int128(mark.hits)),
      "warm-hit-rate": MetricValue.ratio(Int128(mark.hits), Int128(requests)).json,
      "warm-blank-area": .integer(mark.blank), "warm-blank-ratio": MetricValue.ratio(mark.blank, area).json,
    ]
    if let decodes = mark.decodes { members["decodes"] = .integer(Int128(decodes)) }
    return members
  }
}
