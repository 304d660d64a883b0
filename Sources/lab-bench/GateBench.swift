import LabBase
import LabJudge
import LabRecords
import LabSystem

/// Whether the gate stays quiet and fires, and how long it takes. The raw arms go to results/gate-pool.tsv.
enum GateBench {
  /// - Parameters:
  ///   - windows: comparisons of 30 pairs that share no arm.
  ///   - decodes: decodes an arm; fewer make more noise and take less time.
  ///   - poolOnly: leave out how long a gate takes, and the self-test.
  static func measure(windows: Int, decodes: Int, poolOnly: Bool) async throws -> [Figure] {
    let figures = try await pool(windows, decodes)
    return poolOnly ? figures : try await figures + gates() + selfTest()
  }

  private static let cell = ["--strategy", "preheat2x", "--trace", "fastscroll"]

  /// A/A comparisons, and the same with the new side's times made longer.
  private static func pool(_ windows: Int, _ decodes: Int) async throws -> [Figure] {
    let pool = try await record(arms: windows * 60, decodes: decodes)
    let judge = LatencyJudge()
    func red(_ slowdown: Double) -> BinomialBounds {
      let found = pool.windows(pairs: judge.settings.pairsMin, slowdown: slowdown).map { judge.judge([$0]).rows }
      return BinomialBounds(
        successes: found.count { rows in rows.contains { $0.verdict == .regressed } }, trials: found.count)
    }
    func figure(_ name: String, _ bounds: BinomialBounds, _ limit: Figure.Limit) -> Figure {
      Figure(
        name: "\(name): red of \(bounds.trials) windows of 30 pairs of \(decodes) decodes "
          + "(95 %: \(NumberText.percent(bounds.lower)) to \(NumberText.percent(bounds.upper)))",
        value: Double(bounds.successes) / Double(bounds.trials), unit: "  ", limit: limit)
    }
    return [
      figure("the same binary twice", red(0), .atMost(0)), figure("+3 % decode time", red(0.03), .atLeast(0.8)),
      figure("+5 % decode time", red(0.05), .atLeast(0.95)),
    ]
  }

  /// Processes of one binary, one after the other.
  private static func record(arms count: Int, decodes: Int) async throws -> LatencyPool {
    let listing = try await Program.run(["arm", "--list", "--decodes", "\(decodes)"] + cell).output
    var arms: [LatencyEvidence.Arm] = []
    var raw =
      "# \(count) arms of \(decodes) decodes, \((["lab-run"] + cell).joined(separator: " "))\np50\tmean\tp99\twall-p99\n"
    let began = Clocks.monotonic()
    while arms.count < count {
      let said = try JSON.parse(try await Program.run(["arm", "--slice", "-"] + cell, input: listing).output)
      func times(_ key: String) -> [Int64] { (said[key]?.array ?? []).compactMap { $0.integer } }
      guard !times("cpu").isEmpty else { throw BenchError("arm --slice said nothing") }
      let arm = LatencyEvidence.Arm(cpu: times("cpu"), wall: times("wall"))
      raw += "\(arm.p50)\t\(arm.mean)\t\(arm.p99)\t\(arm.wallP99)\n"
      arms.append(arm)
    }
    let wall = Clocks.monotonic() - began
    var file = try ResultFile(path: "results/gate-pool.tsv")
    try file.write(raw)
    _ = try file.commit(exclusively: false)
    return LatencyPool(arms: arms, decodes: decodes, wall: wall)
  }

  /// How long a gate takes.
  private static func gates() async throws -> [Figure] {
    let scratch = try ScratchFolder()
    defer { withExtendedLifetime(scratch) {} }
    let folder = scratch.path + "/baseline"
    let all =
      ["none", "fixed-window", "preheat2x", "lru"].flatMap { ["--strategy", $0] }
      + ["fastscroll", "ios-fastscroll", "zoom"].flatMap { ["--trace", $0] }
    _ = try await Program.run(["baseline", "record", "--baseline", folder, "--quiet"] + all)
    let own = try Program.labRun()
    // Nearly all that a gate does is decode.
    let reference = try Reference.decodes(.wall)
    func figure(_ name: String, _ words: [String], atMost most: Double) async throws -> Figure {
      let (wall, unit) = try await reference.around {
        Double(try await Program.run(["gate", "--baseline", folder, "--quiet"] + words).wall)
      }
      return reference.figure(
        name, wall, unit: unit, atMost: most, shown: "\(NumberText.fixed(wall / 1e9, decimals: 1)) s")
    }
    return [
      try await figure("gate, 4 strategies x 3 traces, exact and memory rows, real decodes", all, atMost: 60e9),
      try await figure("gate of one cell with 30 latency pairs", ["--base", own] + cell, atMost: 90e9),
    ]
  }

  /// Planted faults that are counted or held, 100 times each.
  private static func selfTest() async throws -> [Figure] {
    let test = try await Program.run(
      ["gate", "self-test", "--sets", "100", "--latency-sets", "3", "--quiet"], allowed: [0, 2])
    print(test.output, terminator: "")
    return [
      Figure(
        name: "self-test: equal runs quiet, every fault found (exit code)", value: Double(test.code), unit: "  ",
        limit: .atMost(0), decimals: 0)
    ]
  }
}
