import CacheLab
import LabRecords

/// When a change of decode time counts, how many runs show it, and what a machine must hold still to be trusted.
public struct LatencySettings: Hashable, Sendable {
  /// The change that is too much, as a share.
  public var limit = 0.02
  /// The chance that any row of a gate shows a change where there is none; per bound of an interval. Not the usual 5 %,
  /// since more pairs are run, and judged again, while a verdict is open.
  public var alpha = 0.01
  /// Pairs below which nothing is decided, and after which no more are run.
  public var pairsMin = 30
  public var pairsMax = 90
  /// Seconds after which no more pairs are begun, once there are as many as the least.
  public var secondsMax: Int64 = 150
  /// Decodes of a run, about.
  public var decodesMax = 200
  /// Runs of the old program whose times do not count.
  public var burnIn = 4
  /// The spread, largest over smallest less 1, of the burn-in's medians (the first left out) above which a machine is
  /// unfit: on a virtual machine that builds kept busy it was 19 % at most, and pairs gave no wrong verdict there.
  public var burnInSpreadMax = 0.25
  /// The share of the machine taken away by its host above which it is unfit. A decode's thread time does not stop while
  /// its core is with another guest; a calm host takes 0.1 %.
  public var stealMax = 0.05
  /// A regression whose whole interval lies beyond this many limits, and beyond every difference that the same program
  /// showed against itself, stands on an unfit machine too.
  public var farBeyond = 5.0
}

/// The judged latency rows of a gate.
public struct LatencyFinding: Sendable {
  public let rows: [GateRow]
  /// The reason why the machine was unfit to measure, with the cure; nil if it was fit.
  public let unfit: String?
  /// True if more pairs may decide a verdict that is open.
  public var isOpen: Bool { unfit == nil && rows.contains { $0.verdict == .inconclusive } }
}

/// Judges decode times of two programs, all cells of a gate together. A pure function: the same evidence and settings
/// give the same words.
///
/// A row is REGRESSED when its shift passes the limit and the signed-rank test says that it is larger than the noise,
/// with Holm's correction over all latency rows; improved in the mirror image. It is fine when its interval excludes a
/// regression of the limit's size: `ok` where a smaller change shows, else `within noise`. Anything between is
/// INCONCLUSIVE. Noise is what each program showed against itself in the same blocks.
public struct LatencyJudge: Sendable {
  public var settings = LatencySettings()

  /// - Parameter family: The number of latency rows of the whole gate, where `cells` are only some of it.
  /// - Precondition: Every cell has 1 to `SignedRankDistribution.countMax` pairs.
  public func judge(_ cells: [LatencyEvidence], family: Int = 0) -> LatencyFinding {
    let all = cells.flatMap { cell in
      LatencyStatistic.allCases.map { LatencyComparison(cell, $0, alpha: settings.alpha) }
    }
    func adjusted(_ chance: (LatencyComparison) -> Double) -> [Double] {
      HolmAdjustment.adjusted(all.map(chance), family: family)
    }
    let (worse, better, own) = (adjusted(\.worse), adjusted(\.better), adjusted(\.selfProbability))
    let unfit = zip(all, own).lazy.compactMap { complaint($0, $1) }.first
    let rows = all.enumerated().map { index, comparison -> GateRow in
      let verdict = verdict(comparison, worse[index], better[index], isFit: unfit == nil)
      let chance = comparison.shift.shift > 0 ? worse[index] : better[index]
      return GateRow(
        cell: comparison.evidence.cell, kind: .latency, metric: comparison.statistic.rawValue,
        old: LatencyText.time(comparison.old), new: LatencyText.time(comparison.new),
        change: verdict == .withinNoise ? "~" : LatencyText.change(comparison.shift.shift),
        limit: LatencyText.share(settings.limit), verdict: verdict,
        detail: detail(comparison, verdict, chance, isFit: unfit == nil))
    }
    return LatencyFinding(rows: rows, unfit: unfit)
  }

  private func verdict(_ comparison: LatencyComparison, _ worse: Double, _ better: Double, isFit: Bool) -> GateVerdict {
    let (shift, limit) = (comparison.shift, Double.log(1 + settings.limit))
    guard comparison.evidence.pairs.count >= settings.pairsMin else { return .inconclusive }
    if shift.shift >= limit && worse <= settings.alpha {
      let farBeyond = max(Double.log(1 + settings.farBeyond * settings.limit), comparison.selfMax)
      return isFit || shift.lower > farBeyond ? .regressed : .inconclusive
    }
    guard isFit else { return .inconclusive }
    if shift.shift <= -limit && better <= settings.alpha { return .improved }
    guard shift.upper < limit else { return .inconclusive }
    return shift.lower > comparison.noise || shift.upper < -comparison.noise ? .ok : .withinNoise
  }

  private func detail(
    _ comparison: LatencyComparison, _ verdict: GateVerdict, _ chance: Double, isFit: Bool
  ) -> String {
    let (cell, shift) = (comparison.evidence, comparison.shift)
    var text = LatencyText.change(shift.shift)
    if shift.lower.isFinite {
      text += " (\(LatencyText.change(shift.lower)) to \(LatencyText.change(shift.upper)))"
    }
    text += " over \(NumberText.count(cell.pairs.count, "pair")) of \(NumberText.count(cell.decodes, "decode"))"
    if let own = comparison.selfShift { text += "; the same binary against itself \(LatencyText.change(own.shift))" }
    if cell.baseWork != cell.headWork { text += "; the two decode other photos, of which each declares another cost" }
    switch verdict {
    case .regressed, .improved:
      // Rounded up: a chance is not made smaller than it is.
      let words = chance < 0.0001 ? "below 0.0001" : NumberText.fixed((chance * 1e4).rounded(.up) / 1e4, decimals: 4)
      return "\(text); p \(words)"
    case .inconclusive:
      return text + (isFit ? "; so many pairs do not decide" : "; the machine was unfit to measure")
    default: return text
    }
  }

  /// Returns the reason why the machine did not hold still enough to be measured on, and the cure; nil if it did.
  private func complaint(_ comparison: LatencyComparison, _ chance: Double) -> String? {
    let cell = comparison.evidence
    // The first process finds files and code cold.
    let medians = cell.burnIn.dropFirst()
    let spread = Double(medians.max() ?? 1) / Double(max(1, medians.min() ?? 1)) - 1
    if spread > settings.burnInSpreadMax {
      return "\(cell.cell): the first processes, all of one binary, differ by \(NumberText.percent(spread)), "
        + "\(NumberText.percent(settings.burnInSpreadMax)) at most: close what else runs, or take another machine"
    }
    // Where a program differs from itself by half of what is too much, and not by chance, no two can be told apart.
    if cell.pairs.count >= settings.pairsMin, chance <= settings.alpha, let shift = comparison.selfShift?.shift,
      shift.magnitude > Double.log(1 + settings.limit / 2)
    {
      return "\(cell.cell): in \(comparison.statistic.rawValue) the same binary differs from itself by "
        + "\(LatencyText.change(shift)), \(LatencyText.share(settings.limit / 2)) at most: run it again, or give a larger "
        + "limit"
    }
    guard let steal = cell.steal, steal > settings.stealMax else { return nil }
    return "\(cell.cell): the host took \(NumberText.percent(steal)) of the machine away, "
      + "\(NumberText.percent(settings.stealMax)) at most: run it again, or on a machine of its own"
  }
}

/// Decode times and their changes, in words.
enum LatencyText {
  /// Nanoseconds: `1.425 ms`.
  static func time(_ nanoseconds: Int64) -> String { NumberText.fixed(Double(nanoseconds) / 1e6, decimals: 3) + " ms" }

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
