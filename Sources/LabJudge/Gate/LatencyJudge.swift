import LabBase

/// Judges decode times of two binaries, all cells of a gate together. A pure function: the same evidence and settings
/// give the same words.
///
/// A row is REGRESSED when its shift passes the limit and the signed-rank test says that it is larger than the noise,
/// with Holm's correction over all gated latency rows; improved in the mirror image. It is fine when its interval
/// excludes a regression of the limit's size: `ok` where a smaller change shows, else `within noise`. Anything between
/// is INCONCLUSIVE, and says what would decide. Noise is what each binary showed against itself in the same blocks
/// (`LatencyEvidence.sameBinaryLogRatios`).
public struct LatencyJudge: Sendable {
  public let settings: LatencySettings

  public init(settings: LatencySettings = LatencySettings()) { self.settings = settings }

  /// - Parameter family: How many gated latency rows the whole gate has, where `cells` are only some of it.
  /// - Precondition: every cell has 1 to `SignedRankDistribution.countMax` pairs.
  public func judge(_ cells: [LatencyEvidence], family: Int = 0) -> LatencyFinding {
    let comparisons = cells.map { cell in
      LatencyStatistic.allCases.map { LatencyComparison(cell, $0, alpha: settings.alpha) }
    }
    let gated = comparisons.flatMap { $0.filter { $0.statistic.isGated } }
    let worse = HolmAdjustment.adjusted(gated.map(\.worse), family: family)
    let better = HolmAdjustment.adjusted(gated.map(\.better), family: family)
    let unfit = LatencyFitness(settings: settings).complaint(cells, gated, family: family)
    var rows: [GateRow] = []
    var pairsToDecide: [String: Int] = [:]
    var index = 0
    for (cell, comparisons) in zip(cells, comparisons) {
      for comparison in comparisons {
        guard comparison.statistic.isGated else {
          rows.append(row(cell, comparison, .notGated, "printed, never judged: a tail measures the neighbours"))
          continue
        }
        let verdict = verdict(comparison, worse[index], better[index], isFit: unfit == nil)
        if verdict == .inconclusive && unfit == nil {
          let needed = comparison.pairsToDecide(settings) ?? .max
          pairsToDecide[cell.cell] = max(pairsToDecide[cell.cell] ?? 0, needed)
        }
        let chance = comparison.shift.shift > 0 ? worse[index] : better[index]
        rows.append(row(cell, comparison, verdict, detail(cell, comparison, verdict, chance, isFit: unfit == nil)))
        index += 1
      }
      if let row = workRow(cell) { rows.append(row) }
    }
    return LatencyFinding(rows: rows, unfit: unfit, pairsToDecide: pairsToDecide)
  }

  private func verdict(
    _ comparison: LatencyComparison, _ worse: Double, _ better: Double, isFit: Bool
  ) -> GateVerdict {
    let (shift, limit) = (comparison.shift, Double.log(1 + settings.limit))
    guard comparison.pairs >= settings.pairsMin else { return .inconclusive }
    if shift.shift >= limit && worse <= settings.alpha {
      let farBeyond = max(Double.log(1 + settings.farBeyond * settings.limit), comparison.selfMax)
      return isFit || shift.lower > farBeyond ? .regressed : .inconclusive
    }
    guard isFit else { return .inconclusive }
    if shift.shift <= -limit && better <= settings.alpha { return .improved }
    guard shift.upper < limit else { return .inconclusive }
    return shift.lower > comparison.noise || shift.upper < -comparison.noise ? .ok : .withinNoise
  }

  private func row(
    _ cell: LatencyEvidence, _ comparison: LatencyComparison, _ verdict: GateVerdict, _ detail: String
  ) -> GateRow {
    GateRow(
      cell: cell.cell, kind: .latency, metric: comparison.statistic.rawValue, old: LatencyText.time(comparison.old),
      new: LatencyText.time(comparison.new),
      change: verdict == .withinNoise ? "~" : LatencyText.change(comparison.shift.shift),
      limit: comparison.statistic.isGated ? LatencyText.share(settings.limit) : "", verdict: verdict, detail: detail)
  }

  private func detail(
    _ cell: LatencyEvidence, _ comparison: LatencyComparison, _ verdict: GateVerdict, _ chance: Double, isFit: Bool
  ) -> String {
    let shift = comparison.shift
    var text = LatencyText.change(shift.shift)
    if shift.lower.isFinite {
      text += " (\(LatencyText.change(shift.lower)) to \(LatencyText.change(shift.upper)))"
    }
    text += " over \(NumberText.count(comparison.pairs, "pair")) of \(NumberText.count(cell.decodes, "decode"))"
    if let own = comparison.selfShift { text += "; the same binary against itself \(LatencyText.change(own.shift))" }
    switch verdict {
    case .regressed, .improved:
      // Rounded up: a chance is not made smaller than it is.
      text +=
        "; p \(chance < 0.0001 ? "below 0.0001" : NumberText.fixed((chance * 1e4).rounded(.up) / 1e4, decimals: 4))"
    case .inconclusive:
      text += isFit ? "; \(price(cell, comparison))" : "; the machine was unfit to measure"
    default: break
    }
    return text
  }

  /// What would decide, and what it would cost.
  private func price(_ cell: LatencyEvidence, _ comparison: LatencyComparison) -> String {
    guard let needed = comparison.pairsToDecide(settings) else {
      return "no number of pairs would decide: the change lies on the limit"
    }
    let further = max(2, needed - comparison.pairs)
    let seconds = Double(further) * Double(cell.wall) / Double(max(1, cell.pairs.count)) / 1e9
    let cost =
      "\(NumberText.count(further, "further pair")) (about \(NumberText.fixed(seconds.rounded(.up), decimals: 0)) s)"
    return "\(cost) would decide" + (needed > settings.pairsMax ? ", past the bound of \(settings.pairsMax)" : "")
  }

  /// Where the binaries do not decode the same, what they decode is gated by its declared cost, to the nanosecond.
  private func workRow(_ cell: LatencyEvidence) -> GateRow? {
    guard cell.baseList != cell.headList else { return nil }
    let (old, new) = (cell.baseWork, cell.headWork)
    let verdict: GateVerdict = new > old ? .regressed : new < old ? .improved : .ok
    let change = old == new || old <= 0 ? "=" : LatencyText.change(Double.log(Double(max(1, new)) / Double(old)))
    return GateRow(
      cell: cell.cell, kind: .latency, metric: "decode-work", old: LatencyText.time(old), new: LatencyText.time(new),
      change: change, limit: "=", verdict: verdict,
      detail:
        "the two binaries decode other photos or scales: their declared cost is compared, and the times above are "
        + "those of the old one's decodes")
  }
}
