import CacheLab
import LabBase
import LabRecords

/// Raw times of interleaved runs of two binaries over the same decodes, for one cell.
public struct LatencyEvidence: Hashable, Sendable {
  /// One process that decoded the slice once.
  public struct Arm: Hashable, Sendable {
    /// Nanoseconds of a decode, in the order of `LatencyStatistic.allCases`.
    public private(set) var times: [Int64]

    /// - Precondition: `times` has one for each statistic.
    public init(_ times: [Int64]) {
      precondition(times.count == LatencyStatistic.allCases.count, "an arm has a time for each statistic")
      self.times = times
    }

    /// What a process measured, reduced.
    ///
    /// - Precondition: there is a decode.
    public init(cpu: [Int64], wall: [Int64]) {
      precondition(!cpu.isEmpty && !wall.isEmpty, "an arm decodes something")
      let (own, wall) = (Distribution(samples: cpu), Distribution(samples: wall))
      self.init(
        LatencyStatistic.allCases.map { statistic in
          switch statistic {
          case .cpuP50: own.p50
          case .cpuMean: Int64(own.sum / Int128(own.count))
          case .cpuP99: own.p99
          case .wallP99: wall.p99
          }
        })
    }

    /// Nanoseconds.
    public subscript(statistic: LatencyStatistic) -> Int64 {
      get { times[statistic.place] }
      set { times[statistic.place] = newValue }
    }
  }

  /// Two processes, one of each binary, one right after the other.
  public struct Pair: Hashable, Sendable {
    public var base: Arm
    public var head: Arm
    /// Every other pair runs head first: ABBA.
    public var baseFirst: Bool

    public init(base: Arm, head: Arm, baseFirst: Bool) {
      self.base = base
      self.head = head
      self.baseFirst = baseFirst
    }
  }

  public var cell: String
  /// Decodes of the slice.
  public var decodes: Int
  /// SHA-256 of all decodes (asset, scale) that the base binary, and the new one, would do for this cell.
  public var baseList: String
  public var headList: String
  /// Declared cost of all decodes of the base binary, and of the new one, nanoseconds.
  public var baseWork: Int64
  public var headWork: Int64
  public var pairs: [Pair]
  /// Wall time of the pairs together, nanoseconds.
  public var wall: Int64
  /// Medians of the first processes, whose times do not count.
  public var burnIn: [Int64]
  /// Share of the machine that its host took away meanwhile; nil where the system does not say.
  public var steal: Double?

  public init(
    cell: String, decodes: Int, baseList: String = "", headList: String = "", baseWork: Int64 = 0, headWork: Int64 = 0,
    pairs: [Pair] = [], wall: Int64 = 0, burnIn: [Int64] = [], steal: Double? = nil
  ) {
    (self.cell, self.decodes) = (cell, decodes)
    (self.baseList, self.headList) = (baseList, headList)
    (self.baseWork, self.headWork) = (baseWork, headWork)
    (self.pairs, self.wall) = (pairs, wall)
    (self.burnIn, self.steal) = (burnIn, steal)
  }
}

extension LatencyEvidence {
  /// Natural logarithm of new over old, a pair.
  public func logRatios(_ statistic: LatencyStatistic) -> [Double] {
    pairs.map { LatencyEvidence.logRatio($0.head, $0.base, statistic) }
  }

  /// What the very same comparison says of a binary against itself: the noise of this job.
  ///
  /// Two pairs of opposite order make a block, old new new old. In it the two old arms, and the two new ones, differ by
  /// nothing but time. The earlier plays the old binary in one block and the later in the next, as in the pairs
  /// themselves, so that what drifts steadily cancels here as it does there. Two ratios a block: as many as pairs.
  public func sameBinaryLogRatios(_ statistic: LatencyStatistic) -> [Double] {
    var ratios: [Double] = []
    for start in stride(from: 0, to: pairs.count - 1, by: 2) {
      let (first, second) = (pairs[start], pairs[start + 1])
      guard first.baseFirst != second.baseFirst else { continue }
      let sign: Double = start % 4 == 0 ? 1 : -1
      ratios.append(sign * LatencyEvidence.logRatio(second.base, first.base, statistic))
      ratios.append(sign * LatencyEvidence.logRatio(second.head, first.head, statistic))
    }
    return ratios
  }

  private static func logRatio(_ new: Arm, _ old: Arm, _ statistic: LatencyStatistic) -> Double {
    // A clock that stood still counts as its smallest step.
    Double.log(Double(max(1, new[statistic])) / Double(max(1, old[statistic])))
  }
}

extension LatencyEvidence {
  /// Comparisons that share no arm, each of `pairs` pairs in the order old new new old, to find out how often a judge
  /// errs: A/A comparisons, and with a fault planted in one side, comparisons that must be found.
  ///
  /// - Parameters:
  ///   - arms: Of one binary, in the order in which they ran.
  ///   - decodes: Decodes an arm.
  ///   - pairs: One at least.
  ///   - slowdown: How much longer each time of the new side is made, as a share. Decodes that burn a share of their own
  ///     time are longer by just that.
  public static func windows(of arms: [Arm], decodes: Int, pairs: Int, slowdown: Double = 0) -> [LatencyEvidence] {
    stride(from: 0, through: arms.count - 2 * pairs, by: 2 * pairs).map { first in
      let list = (0..<pairs).map { pair in
        let (one, two) = (arms[first + 2 * pair], arms[first + 2 * pair + 1])
        let baseFirst = pair % 2 == 0
        let head = (baseFirst ? two : one).times.map { Int64((Double($0) * (1 + slowdown)).rounded()) }
        return Pair(base: baseFirst ? one : two, head: Arm(head), baseFirst: baseFirst)
      }
      return LatencyEvidence(cell: "window \(first / (2 * pairs) + 1)", decodes: decodes, pairs: list)
    }
  }
}
