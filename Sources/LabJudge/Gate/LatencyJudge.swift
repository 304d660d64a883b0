/// A statistic of the thread CPU times of a run's decodes: the median (nearest rank) or the mean. Tails and wall times
/// measure other processes: a p99 of wall time varies by 37 to 91 %.
public enum LatencyStatistic: String, CaseIterable, Sendable {
  case cpuP50 = "decode-cpu-p50"
  case cpuMean = "decode-cpu-mean"

  /// Returns the statistics of a run in nanoseconds.
  ///
  /// - Precondition: There is at least one decode.
  public static func all(of times: [Int64]) -> [LatencyStatistic: Int64] {
    let times = Distribution(samples: times)
    return [.cpuP50: times.p50, .cpuMean: Int64(times.sum / Int128(times.count))]
  }
}

/// The times of interleaved runs of two programs over the same decodes, for one cell.
public struct LatencyEvidence: Sendable {
  /// The statistics of a run in nanoseconds.
  public typealias Arm = [LatencyStatistic: Int64]

  public var cell: String
  /// The number of decodes of a run.
  public var decodes: Int
  /// The declared cost of a decode of the old program, and of the new one, in nanoseconds.
  public var baseWork: Int64
  public var headWork: Int64
  /// Pairs of consecutive runs, one of each program. Base is first in the first pair, head in the second, and so on.
  public var pairs: [(base: Arm, head: Arm)] = []
  /// The medians of the first runs, whose times do not count.
  public var burnIn: [Int64]
  /// The share of the machine that its host took away meanwhile, or nil if the system does not tell.
  public var steal: Double?

  public init(cell: String, decodes: Int, baseWork: Int64, headWork: Int64, burnIn: [Int64]) {
    (self.cell, self.decodes, self.burnIn) = (cell, decodes, burnIn)
    (self.baseWork, self.headWork) = (baseWork, headWork)
  }

  func times(_ statistic: LatencyStatistic) -> [(base: Int64, head: Int64)] {
    pairs.map { ($0.base[statistic] ?? 0, $0.head[statistic] ?? 0) }
  }

  /// Returns the natural logarithm of new over old for each pair. If the two decode different photos, each time is divided
  /// by the declared cost of its photos.
  func logRatios(_ statistic: LatencyStatistic) -> [Double] {
    let work = LatencyEvidence.logRatio(headWork, baseWork)
    return times(statistic).map { LatencyEvidence.logRatio($0.head, $0.base) - work }
  }

  /// Returns the same comparison of each program with itself: the noise of this job.
  ///
  /// Two pairs of opposite order make a block, old new new old. Its two old arms differ only by time, and so do the new
  /// ones. The earlier arm takes the old program's role in one block and the later in the next, as in the pairs
  /// themselves, so that a steady drift cancels. Each block gives two ratios, as many as pairs.
  func sameBinaryLogRatios(_ statistic: LatencyStatistic) -> [Double] {
    let times = times(statistic)
    return stride(from: 0, to: times.count - 1, by: 2).flatMap { start in
      let (first, second) = (times[start], times[start + 1])
      let sign: Double = start % 4 == 0 ? 1 : -1
      return [
        sign * LatencyEvidence.logRatio(second.base, first.base),
        sign * LatencyEvidence.logRatio(second.head, first.head),
      ]
    }
  }

  private static func logRatio(_ new: Int64, _ old: Int64) -> Double {
    // No elapsed time counts as the clock's smallest step.
    Double.log(Double(max(1, new)) / Double(max(1, old)))
  }
}

/// A statistic of a cell, old against new. All shifts are natural logarithms of ratios.
struct LatencyComparison {
  let evidence: LatencyEvidence
  let statistic: LatencyStatistic
  let shift: HodgesLehmann
  /// The shift of each program against itself, if there is a block of two pairs, and the probability of one this far
  /// from zero.
  let selfShift: Double?
  var selfProbability: Double
  let selfMax: Double
  /// The magnitude of the shift of the same program against itself, which a real shift must exceed.
  let noise: Double
  /// The probability of this shift or more if the true one is no larger than the noise; and of this or less.
  var worse: Double
  var better: Double

  init(_ evidence: LatencyEvidence, _ statistic: LatencyStatistic, alpha: Double) {
    (self.evidence, self.statistic) = (evidence, statistic)
    let (ratios, same) = (evidence.logRatios(statistic), evidence.sameBinaryLogRatios(statistic))
    shift = HodgesLehmann(ratios, tail: alpha)
    selfShift = same.isEmpty ? nil : HodgesLehmann(same, tail: alpha).shift
    selfProbability = SignedRankTest(same).twoSided
    selfMax = same.map(\.magnitude).max() ?? 0
    noise = selfShift?.magnitude ?? 0
    worse = SignedRankTest(ratios, shift: noise).greater
    better = SignedRankTest(ratios, shift: -noise).less
  }
}

/// The judged latency rows of a gate.
public struct LatencyFinding: Sendable {
  public let rows: [GateRow]
  /// The reason why the machine was unfit to measure, with the cure, or nil if it was fit.
  public let unfit: String?
  /// True if more pairs may decide an inconclusive verdict.
  public var isOpen: Bool { unfit == nil && rows.contains { $0.verdict == .inconclusive } }
}

/// Judges decode times of two programs, all cells of a gate together, from evidence and settings alone, by the rules of
/// docs/gate.md.
public struct LatencyJudge: Sendable {
  /// The change that is too much, as a share.
  public var limit = 0.02
  /// The chance that any row of a gate shows a change that is none, for each bound of an interval. Below the customary
  /// 5 %, since more pairs are run and judged again while a verdict is open.
  public var alpha = 0.01
  /// The number of pairs below which nothing is decided, and after which no more are run.
  public var pairsMin = 30
  public var pairsMax = 90
  /// The seconds after which no more pairs are begun, once there are `pairsMin`.
  public var secondsMax: Int64 = 150
  /// The approximate number of decodes of a run.
  public var decodesMax = 200
  /// The number of first runs of the old program whose times do not count.
  public var burnIn = 4
  /// The spread of the burn-in's medians without the first (largest over smallest, less 1) above which a machine is
  /// unfit. On a virtual machine busy with builds it was at most 19 %, and pairs gave no wrong verdict.
  public var burnInSpreadMax = 0.25
  /// The share of the machine taken away by its host above which it is unfit. A decode's thread time goes on while its
  /// core serves another guest; an idle host takes 0.1 %.
  public var stealMax = 0.05
  /// The number of limits beyond which a regression counts on an unfit machine too, if its whole interval lies there and
  /// beyond every difference of a program against itself.
  public var farBeyond = 5.0

  /// - Parameter family: The number of latency rows of the whole gate, if `cells` are only some of its cells.
  /// - Precondition: Every cell has 1 to `SignedRankDistribution.countMax` pairs.
  public func judge(_ cells: [LatencyEvidence], family: Int = 0) -> LatencyFinding {
    var all = cells.flatMap { cell in
      LatencyStatistic.allCases.map { LatencyComparison(cell, $0, alpha: alpha) }
    }
    for chance in [\LatencyComparison.worse, \.better, \.selfProbability] {
      let adjusted = HolmAdjustment.adjusted(all.map { $0[keyPath: chance] }, family: family)
      for index in all.indices { all[index][keyPath: chance] = adjusted[index] }
    }
    let unfit = all.lazy.compactMap { complaint($0) }.first
    let rows = all.map { comparison -> GateRow in
      let verdict = verdict(comparison, isFit: unfit == nil)
      let times = comparison.evidence.times(comparison.statistic)
      return GateRow(
        cell: comparison.evidence.cell, kind: .latency, metric: comparison.statistic.rawValue,
        old: LatencyText.median(times.map(\.base)), new: LatencyText.median(times.map(\.head)),
        change: verdict == .withinNoise ? "~" : LatencyText.change(comparison.shift.shift),
        limit: LatencyText.share(limit), verdict: verdict, detail: detail(comparison, verdict, isFit: unfit == nil))
    }
    return LatencyFinding(rows: rows, unfit: unfit)
  }

  private func verdict(_ comparison: LatencyComparison, isFit: Bool) -> GateVerdict {
    let (shift, limit) = (comparison.shift, Double.log(1 + self.limit))
    guard comparison.evidence.pairs.count >= pairsMin else { return .inconclusive }
    if shift.shift >= limit && comparison.worse <= alpha {
      let far = max(Double.log(1 + farBeyond * self.limit), comparison.selfMax)
      return isFit || shift.lower > far ? .regressed : .inconclusive
    }
    guard isFit else { return .inconclusive }
    if shift.shift <= -limit && comparison.better <= alpha { return .improved }
    guard shift.upper < limit else { return .inconclusive }
    return shift.lower > comparison.noise || shift.upper < -comparison.noise ? .ok : .withinNoise
  }

  private func detail(_ comparison: LatencyComparison, _ verdict: GateVerdict, isFit: Bool) -> String {
    let (cell, shift) = (comparison.evidence, comparison.shift)
    var text = LatencyText.change(shift.shift)
    if shift.lower.isFinite {
      text += " (\(LatencyText.change(shift.lower)) to \(LatencyText.change(shift.upper)))"
    }
    text += " over \(NumberText.count(cell.pairs.count, "pair")) of \(NumberText.count(cell.decodes, "decode"))"
    if let own = comparison.selfShift { text += "; the same binary against itself \(LatencyText.change(own))" }
    if cell.baseWork != cell.headWork { text += "; the two decode other photos, of which each declares another cost" }
    switch verdict {
    case .regressed, .improved:
      let chance = shift.shift > 0 ? comparison.worse : comparison.better
      // Rounded up, so that a chance never looks smaller than it is.
      let words = chance < 0.0001 ? "below 0.0001" : NumberText.fixed((chance * 1e4).rounded(.up) / 1e4, decimals: 4)
      return "\(text); p \(words)"
    case .inconclusive:
      return text + (isFit ? "; so many pairs do not decide" : "; the machine was unfit to measure")
    default: return text
    }
  }

  private func complaint(_ comparison: LatencyComparison) -> String? {
    let cell = comparison.evidence
    // The first process starts with cold files and code.
    let medians = cell.burnIn.dropFirst()
    let spread = Double(medians.max() ?? 1) / Double(max(1, medians.min() ?? 1)) - 1
    if spread > burnInSpreadMax {
      return "\(cell.cell): the first processes, all of one binary, differ by \(NumberText.percent(spread)), "
        + "\(NumberText.percent(burnInSpreadMax)) at most; close what else runs, or take another machine"
    }
    // If a program differs from itself by half of the limit, and not by chance, no two can be told apart.
    if cell.pairs.count >= pairsMin, comparison.selfProbability <= alpha, let shift = comparison.selfShift,
      shift.magnitude > Double.log(1 + limit / 2)
    {
      return "\(cell.cell): in \(comparison.statistic.rawValue) the same binary differs from itself by "
        + "\(LatencyText.change(shift)), \(LatencyText.share(limit / 2)) at most; run it again, or give a larger "
        + "limit"
    }
    guard let steal = cell.steal, steal > stealMax else { return nil }
    return "\(cell.cell): the host took \(NumberText.percent(steal)) of the machine away, "
      + "\(NumberText.percent(stealMax)) at most; run it again, or on a machine of its own"
  }
}

enum LatencyText {
  static func median(_ times: [Int64]) -> String {
    NumberText.fixed(Double(Distribution(samples: times).p50) / 1e6, decimals: 3) + " ms"
  }

  static func change(_ logRatio: Double) -> String {
    guard logRatio.isFinite else { return logRatio > 0 ? "+inf" : "-inf" }
    let text = NumberText.fixed((Double.exp(logRatio) - 1) * 100, decimals: 2) + "%"
    return text.hasPrefix("-") ? text : "+" + text
  }

  static func share(_ share: Double) -> String {
    Int64((share * 100_000).rounded()).decimal(over: 1000) + "%"
  }
}
