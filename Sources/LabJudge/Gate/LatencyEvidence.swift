import CacheLab
public import LabBase
import LabRecords

/// Raw times of interleaved runs of two binaries over the same decodes, for one cell.
public struct LatencyEvidence: Hashable, Sendable {
  /// One process that decoded the slice once. Nanoseconds of a decode.
  public struct Arm: Hashable, Sendable {
    /// Thread CPU time: nearest-rank median, and mean.
    public var p50: Int64
    public var mean: Int64
    /// Tails, printed and never judged.
    public var p99: Int64
    public var wallP99: Int64

    public init(p50: Int64, mean: Int64, p99: Int64, wallP99: Int64) {
      self.p50 = p50
      self.mean = mean
      self.p99 = p99
      self.wallP99 = wallP99
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
    cell: String, decodes: Int, baseList: String, headList: String, baseWork: Int64, headWork: Int64, pairs: [Pair],
    wall: Int64, burnIn: [Int64], steal: Double?
  ) {
    self.cell = cell
    self.decodes = decodes
    self.baseList = baseList
    self.headList = headList
    self.baseWork = baseWork
    self.headWork = headWork
    self.pairs = pairs
    self.wall = wall
    self.burnIn = burnIn
    self.steal = steal
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
    Double.log(Double(max(1, statistic.value(of: new))) / Double(max(1, statistic.value(of: old))))
  }

  /// The share that the host took, in whole millionths: as files keep it, and as it is judged.
  public var stealMillionths: Int64? { steal.map { Int64(($0 * 1e6).rounded()) } }

  /// Integers only. A pair is one line: 1 when the base went first, then base and head with p50, mean, p99 and wall p99.
  public var json: JSON {
    .object([
      "cell": .string(cell), "decodes": .integer(Int128(decodes)), "base-list": .string(baseList),
      "head-list": .string(headList), "base-work-ns": .integer(Int128(baseWork)),
      "head-work-ns": .integer(Int128(headWork)), "wall-ns": .integer(Int128(wall)),
      "burn-in-ns": .array(burnIn.map { .integer(Int128($0)) }),
      "steal-ppm": stealMillionths.map { .integer(Int128($0)) } ?? .null,
      "pairs": .array(
        pairs.map { pair in
          .array(([pair.baseFirst ? 1 : 0] + pair.base.fields + pair.head.fields).map { .integer(Int128($0)) })
        }),
    ])
  }

  private static let fields: KeyValuePairs<String, FieldKind> = [
    "cell": .text, "decodes": .count, "base-list": .text, "head-list": .text, "base-work-ns": .count,
    "head-work-ns": .count, "wall-ns": .count, "burn-in-ns": .counts, "steal-ppm": .whole(0...1_000_000),
  ]

  /// Reads back what `json` wrote; every number is as it was, the host's share to the millionth.
  ///
  /// - Throws: `DamagedEvidence` with the first key that is missing, or out of bounds: nothing is negative, and pairs are
  ///   as many as can be judged.
  init(_ json: JSON) throws(DamagedEvidence) {
    if let problem = FieldCheck.problem(of: json, LatencyEvidence.fields) { throw DamagedEvidence(reason: problem) }
    // Where the system does not say, the host's share is null.
    let missing = LatencyEvidence.fields.first { json[$0.key] == nil || json[$0.key] == .null && $0.key != "steal-ppm" }
    if let missing { throw DamagedEvidence(reason: "its field \(missing.key) is missing") }
    func text(_ key: String) -> String { (json[key]?.string ?? "").visible }
    func integer(_ key: String) -> Int64 { json[key]?.integer ?? 0 }
    self.init(
      cell: text("cell"), decodes: Int(integer("decodes")), baseList: text("base-list"), headList: text("head-list"),
      baseWork: integer("base-work-ns"), headWork: integer("head-work-ns"),
      pairs: try LatencyEvidence.pairs(json["pairs"] ?? .null), wall: integer("wall-ns"),
      burnIn: json["burn-in-ns"]?.array?.compactMap(\.integer) ?? [],
      steal: json["steal-ppm"]?.integer.map { Double($0) / 1e6 })
  }

  private static func pairs(_ json: JSON) throws(DamagedEvidence) -> [Pair] {
    func damaged(_ value: JSON, _ words: String) -> DamagedEvidence {
      DamagedEvidence(reason: FieldCheck.problem(value, belongs: words, at: "pairs"))
    }
    let most = SignedRankDistribution.countMax
    guard let lines = json.array, (1...most).contains(lines.count) else {
      throw damaged(json, "a list of 1 to \(most)")
    }
    var pairs: [Pair] = []
    for line in lines {
      let numbers = line.array?.compactMap(\.integer).filter { 0...FieldKind.figureMax ~= $0 } ?? []
      guard numbers.count == 9, line.array?.count == 9, numbers[0] <= 1 else {
        throw damaged(line, "a pair of nine whole numbers, the first 0 or 1,")
      }
      pairs.append(Pair(base: Arm(numbers[1..<5]), head: Arm(numbers[5..<9]), baseFirst: numbers[0] == 1))
    }
    return pairs
  }
}

extension LatencyEvidence.Arm {
  fileprivate var fields: [Int64] { [p50, mean, p99, wallP99] }

  fileprivate init(_ fields: ArraySlice<Int64>) {
    let fields = Array(fields)
    self.init(p50: fields[0], mean: fields[1], p99: fields[2], wallP99: fields[3])
  }

  /// What a process measured, reduced.
  ///
  /// - Precondition: there is a decode.
  public init(cpu: [Int64], wall: [Int64]) {
    precondition(!cpu.isEmpty && !wall.isEmpty, "an arm decodes something")
    let times = Distribution(samples: cpu)
    self.init(
      p50: times.p50, mean: Int64(times.sum / Int128(times.count)), p99: times.p99,
      wallP99: Distribution(samples: wall).p99)
  }
}

/// Arms of one binary in the order in which they ran, to find out how often a judge errs: windows of it are A/A
/// comparisons, and with a fault planted in one side, comparisons that must be found.
public struct LatencyPool: Sendable {
  public let arms: [LatencyEvidence.Arm]
  /// Decodes an arm.
  public let decodes: Int
  /// Wall time of all arms, nanoseconds.
  public let wall: Int64

  public init(arms: [LatencyEvidence.Arm], decodes: Int, wall: Int64) {
    self.arms = arms
    self.decodes = decodes
    self.wall = wall
  }

  /// Comparisons that share no arm, each of `pairs` pairs in the order old new new old.
  ///
  /// - Parameter slowdown: How much longer each time of the new side is made, as a share. Decodes that burn a share of
  ///   their own time are longer by just that.
  public func windows(pairs: Int, slowdown: Double = 0) -> [LatencyEvidence] {
    let size = 2 * pairs
    guard size > 0 else { return [] }
    return (0..<arms.count / size).map { window in
      let first = window * size
      let list = (0..<pairs).map { pair in
        let (one, two) = (arms[first + 2 * pair], arms[first + 2 * pair + 1])
        let baseFirst = pair % 2 == 0
        return LatencyEvidence.Pair(
          base: baseFirst ? one : two, head: (baseFirst ? two : one).longer(by: slowdown), baseFirst: baseFirst)
      }
      return LatencyEvidence(
        cell: "window \(window + 1)", decodes: decodes, baseList: "", headList: "", baseWork: 0, headWork: 0,
        pairs: list, wall: wall * Int64(size) / Int64(max(1, arms.count)), burnIn: [], steal: nil)
    }
  }
}

extension LatencyEvidence.Arm {
  fileprivate func longer(by share: Double) -> LatencyEvidence.Arm {
    func longer(_ time: Int64) -> Int64 { Int64((Double(time) * (1 + share)).rounded()) }
    return LatencyEvidence.Arm(p50: longer(p50), mean: longer(mean), p99: longer(p99), wallP99: longer(wallP99))
  }
}
