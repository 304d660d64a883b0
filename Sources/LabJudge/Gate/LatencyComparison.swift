import CacheLab
import LabBase
public import LabRecords

/// One statistic of one cell, old against new: the shift, its interval, and the noise it is held against. All shifts
/// are natural logarithms of ratios.
public struct LatencyComparison: Hashable, Sendable {
  public let statistic: LatencyStatistic
  public let pairs: Int
  public let shift: HodgesLehmann
  /// The shift of each binary against itself, where there is a block of two pairs.
  public let selfShift: HodgesLehmann?
  /// Probability of a self-shift this far from zero.
  public let selfProbability: Double
  /// The largest difference of two arms of one binary.
  public let selfMax: Double
  /// Probability of this shift, or more, when the true one is no larger than the noise; and of this or less.
  public let worse: Double
  public let better: Double
  /// Medians over the arms, nanoseconds.
  public let old: Int64
  public let new: Int64

  /// What a shift must exceed to be one: what the same binary showed against itself.
  public var noise: Double { selfShift?.shift.magnitude ?? 0 }

  /// - Precondition: there is a pair.
  public init(_ evidence: LatencyEvidence, _ statistic: LatencyStatistic, alpha: Double) {
    self.statistic = statistic
    let ratios = evidence.logRatios(statistic)
    let same = evidence.sameBinaryLogRatios(statistic)
    pairs = ratios.count
    shift = HodgesLehmann(ratios, tail: alpha)
    let own = same.isEmpty ? nil : HodgesLehmann(same, tail: alpha)
    selfShift = own
    selfProbability = same.isEmpty ? 1 : SignedRankTest(same).twoSided
    selfMax = same.map(\.magnitude).max() ?? 0
    let noise = own?.shift.magnitude ?? 0
    worse = SignedRankTest(ratios, shift: noise).greater
    better = SignedRankTest(ratios, shift: -noise).less
    old = Distribution(samples: evidence.pairs.map { $0.base[statistic] }).p50
    new = Distribution(samples: evidence.pairs.map { $0.head[statistic] }).p50
  }

  /// How many pairs, all in all, would probably decide: the interval shrinks with the root of their number. At least
  /// `pairsMin`, and even; nil when the shift lies on the limit itself.
  func pairsToDecide(_ settings: LatencySettings) -> Int? {
    let limit = Double.log(1 + settings.limit)
    // The interval's end that must pass, and what it must pass.
    let isSlower = shift.shift >= limit
    let distance = isSlower ? shift.shift - noise : limit - shift.shift
    let reach = isSlower ? shift.shift - shift.lower : shift.upper - shift.shift
    guard reach.isFinite else { return max(settings.pairsMin, pairs * 2) }
    guard distance > 0 else { return nil }
    let factor = reach / distance
    let needed = Double(pairs) * factor * factor
    guard needed < 1e6 else { return nil }
    // A quarter more where the interval would do and the correction for many rows does not yet.
    let total = max(Int(needed.rounded(.up)), pairs + max(2, pairs / 4), settings.pairsMin)
    return total + total % 2
  }
}

/// Whether a machine held still enough to be measured on.
extension LatencyJudge {
  /// Why it did not, and the cure; nil when it did.
  ///
  /// - Parameter gated: The gated comparisons of the cells, in their order, the same number for each cell.
  func complaint(_ cells: [LatencyEvidence], _ gated: [LatencyComparison], family: Int) -> String? {
    let perCell = gated.count / max(1, cells.count)
    let chances = HolmAdjustment.adjusted(gated.map(\.selfProbability), family: family)
    for (index, cell) in cells.enumerated() {
      let own = zip(gated, chances).dropFirst(index * perCell).prefix(perCell)
      let reasons = [burnIn(cell), own.compactMap { selfShift($0.0, $0.1) }.first, steal(cell)]
      if let reason = reasons.compactMap({ $0 }).first { return "\(cell.cell): \(reason)" }
    }
    return nil
  }

  private func burnIn(_ cell: LatencyEvidence) -> String? {
    // The first process finds files and code cold.
    let medians = cell.burnIn.dropFirst()
    guard let least = medians.min(), let most = medians.max(), least > 0 else { return nil }
    let spread = Double(most) / Double(least) - 1
    guard spread > settings.burnInSpreadMax else { return nil }
    return "the first processes, all of one binary, differ by \(NumberText.percent(spread)), "
      + "\(NumberText.percent(settings.burnInSpreadMax)) at most: close what else runs, or take another machine"
  }

  /// The job's own A/A comparison: a machine on which a binary differs from itself by half of what is too much, and not
  /// by chance, cannot tell two binaries apart.
  private func selfShift(_ comparison: LatencyComparison, _ chance: Double) -> String? {
    guard let own = comparison.selfShift, comparison.pairs >= settings.pairsMin, chance <= settings.alpha,
      own.shift.magnitude > Double.log(1 + settings.limit / 2)
    else { return nil }
    return "in \(comparison.statistic.rawValue) the same binary differs from itself by "
      + "\(LatencyText.change(own.shift)), \(LatencyText.share(settings.limit / 2)) at most: run it again, or give a "
      + "larger limit"
  }

  private func steal(_ cell: LatencyEvidence) -> String? {
    guard let steal = cell.steal, steal > settings.stealMax else { return nil }
    return "the host took \(NumberText.percent(steal)) of the machine away, "
      + "\(NumberText.percent(settings.stealMax)) at most: run it again, or on a machine of its own"
  }
}
