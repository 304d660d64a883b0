import CacheLab
import LabBase
import LabJudge
import LabMeasure
import LabRecords
import LabSystem
import Strategies
import Synchronization

/// What the lab writes of runs, made from a small replay: what documents and sweeps are mutated from.
struct ResultSeeds {
  let records: [JSON]
  let baseline: JSON
  let evidence: JSON
  let sweep: String

  static let limits = #"""
    {"limits":{"peak-bitmap-bytes":"3%|30MB","evictions":"any"},"cells":{"preheat2x fuzz":{"blank-ratio":"2%"}},\#
    "memory":"1MiB","latency":"2%","policy":{"pareto":{"blank-point":"1MB","p95-ms":"100kB"}}}
    """#

  static let device = #"""
    {"schema":1,"name":"my-phone","workers":2,"fixed-ns":500000,"ps-per-byte":50000,"ps-per-pixel":15000,\#
    "scale-factors-thousandths":[1500,1600,1750,1400,1900,1950,2050,1000],"calibration":{"cpu":"one"}}
    """#

  /// Settings of a sweep, as a file has them.
  static let settings = """
    # a sweep
    strategy none preheat2x+lru:budget=30MB
    vary preheat2x:delta=1/8..1/2/8
    vary lru:budget=8MB,16MB
    budget 8MB 1MB..9MB/3
    trace zoom browse
    device decode-4ms
    screen recorded 390x844@3/4
    library small
    seed 7
    assets 100
    cells keep
    scales all
    cloud 30:latency=80ms
    """

  init() throws {
    let trace = try Trace.parse(TraceSeeds.all[0], name: "fuzz")
    let assets = ContiguousArray(
      (0..<200).map { index in
        AssetInfo(width: 1024, height: 768, encodedBytes: Int32(2_000 + index * 79), thumbnailBytes: 0, decodes: true)
      })
    let strategies = try ["none", "preheat2x:delta=1/8", "preheat2x", "lru:budget=20MB"].map { try StrategySpec($0) }
    let script = ReplayScript(trace)
    let replay = Replay(
      script: script, table: SlotTable(script: script, assets: assets, scales: .all, device: DeviceProfile.all[0]))
    let made = strategies.enumerated().map { index, strategy in
      ResultSeeds.record(strategy, trace, replay.run(strategy, cells: .cancel), isMeasured: index > 0)
    }
    records = made.map(ResultSeeds.completed)
    let record = try RunRecord(text: records[2].compactText, name: "seed")
    var trail = EventTrail(frameCount: 8)
    trail.finish()
    let counts = InstructionCount(
      way: .callgrind, surroundings: InstructionSurroundings([.countedBy: "valgrind-3.19.0", .architecture: "x86-64"]),
      slice: .array([.array([.integer(0), .integer(3)])]),
      parts: [
        .init(kind: .decode, units: 20, sum: 627_474_626, functions: [.init(name: "tjDecompress2", instructions: 604)]),
        .init(kind: .frame, units: 1_699, sum: 513_583),
      ])
    var grown = counts
    grown.parts[0].sum += 6_000_000
    grown.parts[0].functions[0].instructions += 6
    let accepted = Baseline(
      record: record, words: ["--strategy", "preheat2x", "--trace", "fuzz"], trail: trail, memoryOverhead: 439_296,
      instructions: [counts], reason: "a seed", recorded: "2026-01-31T12:00:00Z")
    // Without the digest, which no changed text would have.
    baseline = .object((accepted.json.object ?? [:]).filter { $0.key != "sha256" })
    let pairs = (0..<8).map { number in
      LatencyEvidence.Pair(
        base: .init(p50: 1_400_000 + Int64(number) * 100, mean: 1_500_000, p99: 3_000_000, wallP99: 4_000_000),
        head: .init(p50: 1_410_000, mean: 1_510_000 - Int64(number), p99: 3_100_000, wallP99: 4_200_000),
        baseFirst: number % 2 == 0)
    }
    var cell = GateEvidence.Cell(
      name: "preheat2x fuzz", baseline: accepted, baselinePath: "results/baseline/a.json", record: record,
      memoryRuns: [450_000, 460_000], parting: "they part", reproduce: "lab-run -s preheat2x -t fuzz")
    cell.instructions = InstructionEvidence(
      new: grown, old: counts, isSideBySide: false, growths: InstructionEvidence.growths(from: counts, to: grown))
    evidence =
      GateEvidence(
        cells: [cell],
        latency: [
          LatencyEvidence(
            cell: "preheat2x fuzz", decodes: 30, baseList: "aa", headList: "bb", baseWork: 1_000, headWork: 2_000,
            pairs: pairs, wall: 9_000_000_000, burnIn: [1_500_000, 1_450_000, 1_440_000], steal: 0.001)
        ],
        limits: .object([:]), created: "2026-01-31T12:00:00Z"
      ).json
    sweep = try ResultSeeds.sweep(strategies, trace, assets)
  }

  private static func record(
    _ strategy: StrategySpec, _ trace: Trace, _ tally: ReplayTally, isMeasured: Bool
  ) -> RunRecord {
    var measurements = Measurements()
    measurements.decodeCPU = LatencyRecorder([2_000_000, 3_000_000]).samples
    measurements.decodeWall = LatencyRecorder([2_100_000, 3_300_000]).samples
    measurements.peakRSS = .bytes(60_000_000)
    measurements.baselineRSS = .bytes(20_000_000)
    measurements.residentSamples = [(0, 20_000_000), (5_000_000, 58_000_000)]
    let configuration = RunConfiguration(
      strategy: strategy, traceName: "fuzz", traceSHA256: trace.sha256, device: DeviceProfile.all[0],
      librarySource: .made(.default, seed: 1), libraryFingerprint: "ff", assetCount: 200,
      layout: ReplayScript(trace).layouts[0], screenIsOverridden: true, measuring: Measuring(decodes: isMeasured))
    return RunRecord(
      configuration: configuration, environment: RunEnvironment(gitRevision: nil),
      run: RunFacts(tally: tally, measurements: isMeasured ? measurements : nil), notes: ["a note", "another"],
      created: "2026-01-31T12:00:00Z")
  }

  /// With the same environment on every machine, and with yardsticks.
  private static func completed(_ record: RunRecord) -> JSON {
    var members = record.json.object ?? [:]
    members["environment"] = .object([
      "cpu": .string("One"), "cores": .integer(2), "kernel": .string("6.1"), "swift": .string("6.3"),
      "lab": .string("0.1.0"), "git-revision": .string("abc1234"), "glibc-tunables": .null,
      "transparent-huge-pages": .string("madvise"),
      "libjpeg-turbo": .object(["version": .string("2.1.5"), "simd": .string("avx2")]),
    ])
    func ratio(_ part: Int128, _ whole: Int128) -> JSON {
      .object(["numerator": .integer(part), "denominator": .integer(whole), "value": .number(0.25)])
    }
    let mark = JSON.object([
      "warm-hits": .integer(20), "warm-hit-rate": ratio(20, 80), "warm-blank-area": .integer(900_000),
      "warm-blank-ratio": ratio(900_000, 3_600_000),
    ])
    let gap = JSON.object(["hits": ratio(1, 4), "blank": ratio(-1, 4)])
    members["yardsticks"] = .object([
      "budget-bytes": .integer(30_000_000), "warm-requests": .integer(80), "warm-area": .integer(3_600_000),
      "none": mark, "preheat2x": mark, "clairvoyant": mark, "bound": mark,
      "gap-closed": .object(["from-none": gap, "from-preheat2x": gap]),
    ])
    return .object(members)
  }

  private static func sweep(
    _ strategies: [StrategySpec], _ trace: Trace, _ assets: ContiguousArray<AssetInfo>
  ) throws -> String {
    let devices = Array(DeviceProfile.all.prefix(2))
    let swept = try strategies.map { PeakSpec($0) } + [PeakSpec("lru:budget=1/2*peak(none)", registry: .all)]
    let plan = SweepPlan(
      strategies: swept, traces: ["fuzz", "twin"].map { .init(name: $0, sha256: trace.sha256) },
      screens: [.recorded], devices: devices, settings: .object(["library": .string("ff"), "assets": .integer(200)]))
    let runner = try SweepRunner(
      plan: plan, strategies: swept, traces: [trace, trace], screens: [.recorded], devices: devices,
      assets: assets)
    let rows = Gathered()
    runner.run(Array(0..<plan.jobCount), threads: 1) { row in
      rows.append(row)
      return true
    }
    return SweepTable(plan: plan, shard: .whole, rows: rows.all).text(.tsv)
  }
}

/// Rows of a sweep as threads finish them.
final class Gathered: Sendable {
  private let rows = Mutex<[SweepRow]>([])

  var all: [SweepRow] { rows.withLock { $0 } }

  func append(_ row: SweepRow) { rows.withLock { $0.append(row) } }
}
