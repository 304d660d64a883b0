import CacheLab
import LabRecords

/// A statistic of the thread CPU times of a run's decodes: the median (nearest rank) or the mean. Tails and wall times
/// measure other processes: a p99 of wall time varies by 37 to 91 %.
public enum LatencyStatistic: String, CaseIterable, Sendable {
  case cpuP50 = "decode-cpu-p50"
  case cpuMean = "decode-cpu-mean"
}

/// The times of interleaved runs of two programs over the same decodes, for one cell.
public struct LatencyEvidence: Sendable {
  /// The statistics of a run, in nanoseconds.
  public struct Arm: Hashable, Sendable {
    var times: [LatencyStatistic: Int64]

    /// - Precondition: There is at least one decode.
    public init(_ times: [Int64]) {
      let times = Distribution(samples: times)
      self.times = [.cpuP50: times.p50, .cpuMean: Int64(times.sum / Int128(times.count))]
    }

    public internal(set) subscript(statistic: LatencyStatistic) -> Int64 {
      get { times[statistic] ?? 0 }
      set { times[statistic] = newValue }
    }
  }

  public var cell: String
  /// The number of decodes of a run.
  public var decodes: Int
  /// The declared cost of a decode of the old program, and of the new one, in nanoseconds.
  public var baseWork: Int64
  public var headWork: Int64
  /// Pairs of consecutive runs, one of each program. Base is first in the first pair, head in the second, and so on.
  public var pairs: [(base: Arm, head: Arm)]
  /// The medians of the first runs, whose times do not count.
  public var burnIn: [Int64]
  /// The share of the machine that its host took away meanwhile, or nil if the system does not tell.
  public var steal: Double?

  public init(
    cell: String, decodes: Int, baseWork: Int64, headWork: Int64, pairs: [(base: Arm, head: Arm)] = [], burnIn: [Int64],
    steal: Double? = nil
  ) {
    (self.cell, self.decodes) = (cell, decodes)
    (self.baseWork, self.headWork) = (baseWork, headWork)
    (self.pairs, self.burnIn, self.steal) = (pairs, burnIn, steal)
  }

  /// Returns the natural logarithm of new over old for each pair. If the two decode different photos, each time is divided
  /// by the declared cost of its photos.
  func logRatios(_ statistic: LatencyStatistic) -> [Double] {
    let work = LatencyEvidence.logRatio(headWork, baseWork)
    return pairs.map { LatencyEvidence.logRatio($0.head[statistic], $0.base[statistic]) - work }
  }

  /// Returns the same comparison of each program with itself: the noise of this job.
  ///
  /// Two pairs of opposite order make a block, old new new old. Its two old arms differ only by time, and so do the new
  /// ones. The earlier arm takes the old program's role in one block and the later in the next, as in the pairs
  /// themselves, so that a steady drift cancels. Each block gives two ratios, as many as pairs.
  func sameBinaryLogRatios(_ statistic: LatencyStatistic) -> [Double] {
    var ratios: [Double] = []
    for start in stride(from: 0, to: pairs.count - 1, by: 2) {
      let (first, second) = (pairs[start], pairs[start + 1])
      let sign: Double = start % 4 == 0 ? 1 : -1
      ratios.append(sign * LatencyEvidence.logRatio(second.base[statistic], first.base[statistic]))
      ratios.append(sign * LatencyEvidence.logRatio(second.head[statistic], first.head[statistic]))
    }
    return ratios
  }

  private static func logRatio(_ new: Int64, _ old: Int64) -> Double {
    // No elapsed time counts as the clock's smallest step.
    Double.log(Double(max(1, new)) / Double(max(1, old)))
  }
}

/// A statistic of a cell, old against new. All shifts are natural logarithms of ratios.
struct LatencyComparison: Sendable {
  let evidence: LatencyEvidence
  let statistic: LatencyStatistic
  let shift: HodgesLehmann
  /// The shift of each program against itself, if there is a block of two pairs, and the probability of one this far
  /// from zero.
  let selfShift: HodgesLehmann?
  let selfProbability: Double
  /// The largest difference between two arms of one program.
  let selfMax: Double
  /// The magnitude of the shift of the same program against itself, which a real shift must exceed.
  let noise: Double
  /// The probability of this shift or more if the true one is no larger than the noise; and of this or less.
  let worse: Double
  let better: Double
  /// The medians over the arms, in nanoseconds.
  let old: Int64
  let new: Int64

  /// - Precondition: There is at least one pair.
  init(_ evidence: LatencyEvidence, _ statistic: LatencyStatistic, alpha: Double) {
    (self.evidence, self.statistic) = (evidence, statistic)
    let (ratios, same) = (evidence.logRatios(statistic), evidence.sameBinaryLogRatios(statistic))
    shift = HodgesLehmann(ratios, tail: alpha)
    selfShift = same.isEmpty ? nil : HodgesLehmann(same, tail: alpha)
    selfProbability = same.isEmpty ? 1 : SignedRankTest(same).twoSided
    selfMax = same.map(\.magnitude).max() ?? 0
    noise = selfShift?.shift.magnitude ?? 0
    worse = SignedRankTest(ratios, shift: noise).greater
    better = SignedRankTest(ratios, shift: -noise).less
    old = Distribution(samples: evidence.pairs.map { $0.base[statistic] }).p50
    new = Distribution(samples: evidence.pairs.map { $0.head[statistic] }).p50
  }
}
