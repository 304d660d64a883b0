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

  /// Reads back what `json` wrote; every number is as it was, the host's share to the millionth.
  ///
  /// - Throws: the first key that is missing, or out of bounds: nothing is negative, and pairs are as many as can be
  ///   judged.
  public init(_ json: JSON) throws(LatencyEvidenceError) {
    let reader = Reader(json: json)
    var pairs: [Pair] = []
    for line in try reader.lists("pairs") {
      guard line.count == 9, line[0] == 0 || line[0] == 1 else {
        throw LatencyEvidenceError(key: "pairs", value: "\(line.prefix(9))")
      }
      pairs.append(Pair(base: Arm(line[1..<5]), head: Arm(line[5..<9]), baseFirst: line[0] == 1))
    }
    guard !pairs.isEmpty, pairs.count <= SignedRankDistribution.countMax else {
      throw LatencyEvidenceError(key: "pairs", value: "a list of \(pairs.count)")
    }
    self.init(
      cell: try reader.text("cell"), decodes: Int(try reader.integer("decodes")),
      baseList: try reader.text("base-list"),
      headList: try reader.text("head-list"), baseWork: try reader.integer("base-work-ns"),
      headWork: try reader.integer("head-work-ns"), pairs: pairs, wall: try reader.integer("wall-ns"),
      burnIn: try reader.integers("burn-in-ns"),
      steal: json["steal-ppm"] == .null ? nil : Double(try reader.share("steal-ppm")) / 1e6)
  }

  private struct Reader {
    let json: JSON

    func text(_ key: String) throws(LatencyEvidenceError) -> String {
      guard let text = json[key]?.string else { throw error(key, json[key]) }
      return text.visible
    }

    func integer(_ key: String) throws(LatencyEvidenceError) -> Int64 {
      guard let value = Reader.integer(json[key]) else { throw error(key, json[key]) }
      return value
    }

    /// Millionths of a whole.
    func share(_ key: String) throws(LatencyEvidenceError) -> Int64 {
      let value = try integer(key)
      guard value <= 1_000_000 else { throw error(key, json[key]) }
      return value
    }

    func integers(_ key: String) throws(LatencyEvidenceError) -> [Int64] { try integers(json[key], key) }

    func lists(_ key: String) throws(LatencyEvidenceError) -> [[Int64]] {
      guard let lines = json[key]?.array else { throw error(key, json[key]) }
      var lists: [[Int64]] = []
      for line in lines { lists.append(try integers(line, key)) }
      return lists
    }

    private func integers(_ json: JSON?, _ key: String) throws(LatencyEvidenceError) -> [Int64] {
      guard let elements = json?.array else { throw error(key, json) }
      let values = elements.compactMap { Reader.integer($0) }
      guard values.count == elements.count else { throw error(key, json) }
      return values
    }

    private func error(_ key: String, _ value: JSON?) -> LatencyEvidenceError {
      LatencyEvidenceError(key: key, value: value.map(FieldCheck.shown))
    }

    private static func integer(_ json: JSON?) -> Int64? {
      json?.integer.flatMap { 0...FieldKind.figureMax ~= $0 ? $0 : nil }
    }
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

/// Why a text is not the evidence of a latency gate.
public struct LatencyEvidenceError: Error, CustomStringConvertible, Hashable, Sendable {
  /// The key that is missing or wrong.
  public let key: String
  /// What stands there; nil when nothing does.
  public var value: String?

  public var description: String {
    let found = value.map { ": \($0) stands there" } ?? ""
    return "the evidence has no usable '\(key)'\(found); take a file that \(ToolName.current) gate wrote, unchanged"
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
