public import LabBase
package import StrategyKit

/// What a record says of the offline bounds of its trace, or why it says nothing.
public enum OfflineBoundsReading: Sendable {
  case measured(OfflineBounds)
  case absent(String)

  /// What a record has of them: see `OfflineBounds.json`.
  package func json(of run: OfflineBounds.Run, beside others: [OfflineBounds.Run] = []) -> JSON {
    switch self {
    case .measured(let bounds): bounds.json(of: run, beside: others)
    case .absent(let reason): .object(["absent": .string(reason)])
    }
  }

  /// Why a record of a run that nobody compares has none.
  public static let notAskedFor = "not asked for"

  /// Why a strategy that shows thumbnails has none.
  package static let ofFullImages =
    "cells may show thumbnails first, and offline bounds are of full images alone"

  /// Why there are none for a strategy's replay in virtual time; nil where there are some. Where a bound does not hold,
  /// it is not stated, nor what is made of it.
  package static func lack(for strategy: StrategySpec, over replay: Replay) -> String? {
    if strategy.showsThumbnails { return ofFullImages }
    if strategy.servesSmallerRequests && replay.table.targetSizes.count > 1 {
      return "a larger bitmap may serve a smaller request, and bounds are of bitmaps of the very size that is asked for"
    }
    if replay.table.hasCloud {
      return "photos are in the cloud, and offline bounds know nothing of downloads"
    }
    if replay.settings.managerCache > .zero { return "with a cache of the image manager's own there is no fair budget" }
    if replay.script.changesContent {
      return "photos come and go, or are a choice: bounds are worked out for grids that keep their photos"
    }
    if replay.script.steps.count > OfflineBounds.framesMax {
      return "more than \(OfflineBounds.framesMax) frames: \(ToolName.current) trace cut makes a shorter trace"
    }
    return nil
  }
}

/// The share of the gap between two offline runs that a strategy closes, in hits, in blank and in decodes: 0 where it is as
/// the lower one, 1 where it is as the upper one. A gap ends at the strategy itself where that passes the upper one, so that the
/// share is never more than 1.
public struct GapClosed: Hashable, Sendable {
  /// As a fraction; nil where there is no gap, so nothing to close.
  public var hits: MetricValue?
  public var blank: MetricValue?
  /// Of decodes, up to those that the upper run has its hits with; negative where the strategy begins more than the
  /// lower one.
  public var work: MetricValue?

  public init(_ mark: OfflineBounds.Mark, from lower: OfflineBounds.Mark, to upper: OfflineBounds.Mark) {
    hits = GapClosed.share(Int128(mark.hits), Int128(lower.hits), Int128(upper.hits))
    // Less blank is better.
    blank = GapClosed.share(-mark.blank, -lower.blank, -upper.blank)
    if let own = mark.decodes, let lower = lower.decodes, let upper = upper.decodes {
      work = GapClosed.share(-Int128(own), -Int128(lower), -Int128(upper))
    }
  }

  private static func share(_ value: Int128, _ lower: Int128, _ upper: Int128) -> MetricValue? {
    let upper = max(upper, value)
    return upper > lower ? .ratio(value - lower, upper - lower) : nil
  }
}

extension OfflineBounds {
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
