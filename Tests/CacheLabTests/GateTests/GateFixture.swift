import CacheLab
import LabJudge
import LabLibrary
import LabRecords
import Strategies

extension WideSum {
  init(_ value: Int128) { self.init(high: Int64(value >> 64), low: UInt64(truncatingIfNeeded: value)) }
}

/// Cells of a gate, made from tallies.
enum GateFixture {
  static func tally(hits: Int64 = 800, peak: Int64 = 30_000_000, blank: Int128 = 10) -> ReplayTally {
    var tally = ReplayTally()
    tally.requests.count = 1000
    (tally.requests.hits, tally.requests.misses) = (hits, 1000 - hits)
    tally.warmRequests = tally.requests
    (tally.blank.part, tally.blank.whole) = (WideSum(blank), 1000)
    tally.peak.bytes = peak
    (tally.peak.frame, tally.peak.time, tally.peak.displayed) = (812, 13_500_000_000, 20_000_000)
    tally.duration = 1_000_000_000
    tally.workers = 2
    return tally
  }

  static func record(_ tally: ReplayTally, trace: String = "aa", decodes: Bool = false) throws -> RunRecord {
    let layout = ReplayFixture.layout()
    let configuration = RunConfiguration(
      strategy: try StrategySpec("preheat2x"), trace: ("fastscroll", trace), device: DeviceProfile.all[0],
      library: ("ff", 4000), layout: layout, settings: RunSettings(), decodes: decodes)
    return RunRecord(
      configuration: configuration, environment: RunEnvironment(gitRevision: nil), run: RunFacts(tally: tally),
      notes: [],
      created: "2026-01-31T12:00:00Z")
  }

  static func baseline(_ tally: ReplayTally, memory: Int64? = 400_000, trail: EventTrail? = nil) throws -> Baseline {
    Baseline(
      record: try record(tally), words: ["--strategy", "preheat2x", "--trace", "fastscroll"],
      trail: trail ?? EventTrailMaker(frameCount: 1).finish(), memoryOverhead: memory, reason: "a test",
      recorded: "2026-01-31T12:00:00Z")
  }

  /// A file of it in which somebody changed members and left out the digest.
  static func baseline(_ tally: ReplayTally, changing: (inout [String: JSON]) -> Void) throws -> Baseline {
    var members = try baseline(tally).json.object ?? [:]
    changing(&members)
    members["sha256"] = nil
    return try Baseline(text: JSON.object(members).prettyText, file: "b.json")
  }

  static func cell(
    old: ReplayTally?, new: ReplayTally, memory: [Int64] = [], trace: String = "aa", parting: String = ""
  ) throws -> GateCell {
    var cell = GateCell(
      name: "preheat2x fastscroll", record: try record(new, trace: trace),
      reproduce: "lab-run --strategy preheat2x --trace fastscroll")
    (cell.baseline, cell.baselinePath) = (
      try old.map { try baseline($0) }, "results/baseline/preheat2x-fastscroll.json"
    )
    (cell.memoryRuns, cell.parting) = (memory, parting)
    return cell
  }

  static func limits(_ text: String) throws -> GateLimits { try GateLimits(text: text, file: "gate.json") }

  static func report(
    old: ReplayTally?, new: ReplayTally, memory: [Int64] = [], trace: String = "aa", limits: GateLimits = .standard
  ) throws -> GateReport {
    GateJudge(limits: limits).judge([try cell(old: old, new: new, memory: memory, trace: trace)])
  }
}

extension GateReport {
  func verdict(_ metric: String) -> GateVerdict? { rows.first { $0.metric == metric }?.verdict }
}
