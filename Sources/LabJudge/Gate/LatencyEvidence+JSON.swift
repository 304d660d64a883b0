import CacheLab
public import LabBase
import LabRecords

extension LatencyEvidence {
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
