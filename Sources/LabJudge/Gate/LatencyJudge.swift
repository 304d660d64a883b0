import LabBase
import LabRecords

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

  /// - Parameter family: How many gated latency rows the whole gate has, where `cells` are only some of it.
  /// - Precondition: every cell has 1 to `SignedRankDistribution.countMax` pairs.
  public func judge(_ cells: [LatencyEvidence], family: Int = 0) -> LatencyFinding {
    let comparisons = cells.map { cell in
      LatencyStatistic.allCases.map { LatencyComparison(cell, $0, alpha: settings.alpha) }
    }
    let gated = comparisons.flatMap { $0.filter { $0.statistic.isGated } }
    let worse = HolmAdjustment.adjusted(gated.map(\.worse), family: family)
    let better = HolmAdjustment.adjusted(gated.map(\.better), family: family)
    let unfit = complaint(cells, gated, family: family)
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

extension LatencyJudge {
  /// The usual settings.
  public init() { self.init(settings: LatencySettings()) }
}

/// When a change of decode time counts, and what a machine must hold still to be trusted with saying so.
public struct LatencySettings: Hashable, Sendable {
  /// The change that is too much, as a share. Shifts of 30 pairs of one binary with itself vary by 0.24 % (1 sd, 30
  /// decodes an arm, on a busy virtual machine): 2 % is not chance, and 3 % is found.
  public var limit = 0.02
  /// The chance that any row of a gate shows a change where there is none; per bound of an interval. Not the usual 5 %,
  /// since more pairs are run, and judged again, while a verdict is open.
  public var alpha = 0.01
  /// Pairs below which nothing is decided.
  public var pairsMin = 30
  /// Pairs after which no more are run.
  public var pairsMax = 90
  /// The spread, largest over smallest less 1, of the burn-in's medians (the first left out) above which a machine is
  /// unfit. In 1,350 sets of four processes of 30 decodes, on a virtual machine that builds kept busy, it was 1.6 % in
  /// the median, 6.6 % in the 99th percentile and 19 % at most, and windows of 30 pairs from that very hour gave no
  /// wrong verdict: a pair only fears what happens between its two arms.
  public var burnInSpreadMax = 0.25
  /// The share of the machine taken away by its host above which it is unfit. A decode's thread time does not stop while
  /// its core is with another guest; a calm host takes 0.1 %.
  public var stealMax = 0.05
  /// A regression whose whole interval lies beyond this many limits, and beyond every difference that the same binary
  /// showed against itself, stands on an unfit machine too.
  public var farBeyond = 5.0
}

/// What of an arm is compared: the median (nearest rank), mean and tail of thread CPU time, then the tail of wall time. Arms
/// and evidence have their times in this order.
public enum LatencyStatistic: String, CaseIterable, Sendable {
  case cpuP50 = "decode-cpu-p50"
  case cpuMean = "decode-cpu-mean"
  case cpuP99 = "decode-cpu-p99"
  case wallP99 = "decode-wall-p99"

  /// Tails are printed and never judged: they measure the neighbours (a p99 of wall time varies by 37 to 91 %).
  public var isGated: Bool { self == .cpuP50 || self == .cpuMean }

  /// How many are judged.
  public static var gatedCount: Int { allCases.count { $0.isGated } }

  /// Where an arm has it.
  var place: Int { LatencyStatistic.allCases.firstIndex(of: self) ?? 0 }
}

/// What the latency rows of a gate came to.
public struct LatencyFinding: Sendable {
  public let rows: [GateRow]
  /// Why the machine was unfit to measure, with the cure; nil when it was fit.
  public let unfit: String?
  /// Pairs that the cells with an open verdict would need, all in all, by cell: more than the bound where only more
  /// than it would do, `Int.max` where the shift lies on the limit. Empty when all is decided, or the machine is unfit.
  public let pairsToDecide: [String: Int]
}

/// Decode times and their changes, in words.
enum LatencyText {
  /// Nanoseconds: `1.425 ms`.
  static func time(_ nanoseconds: Int64) -> String {
    let value = Double(nanoseconds) / 1e6
    return NumberText.fixed(value, decimals: value < 10 ? 3 : value < 1000 ? 1 : 0) + " ms"
  }

  /// The logarithm of a ratio: `+2.31%`.
  static func change(_ logRatio: Double) -> String {
    guard logRatio.isFinite else { return logRatio > 0 ? "+inf" : "-inf" }
    let text = NumberText.fixed((Double.exp(logRatio) - 1) * 100, decimals: 2) + "%"
    return text.hasPrefix("-") ? text : "+" + text
  }

  /// A share without needless decimals: `2%`, `2.5%`.
  static func share(_ share: Double) -> String {
    NumberText.thousandths(Int64((share * 100_000).rounded())) + "%"
  }
}
