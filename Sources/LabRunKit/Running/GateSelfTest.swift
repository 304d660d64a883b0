import LabBase
import LabJudge
import LabRecords
import StrategyKit

/// The gate over equal runs and over runs with planted faults.
struct GateSelfTest {
  /// How often the gate failed runs of one kind.
  struct Outcome {
    var kind: String
    var runs: Int
    var failures: Int
    /// True when every run should fail, false when none should.
    var shouldFail: Bool

    var isAsItShouldBe: Bool { failures == (shouldFail ? runs : 0) }
  }

  let request: RunRequest
  let sets: Int
  /// Sets of 30 pairs of each kind; 0 leaves decode times out.
  let latencySets: Int

  func run() async throws -> [Outcome] {
    let cells = try await GateRun(request: with(nil, decodes: true)).measure()
    let baselines = cells.map { $0.baseline(reason: "self-test", recorded: "") }
    let hasMemory = baselines.contains { $0.memoryOverhead != nil }
    let faults: [(kind: String, plant: PlantedFault?, decodes: Bool)] = [
      ("equal runs", nil, true), ("window one row larger", .row, false), ("one hit lost", .lostHit, false),
    ]
    var outcomes: [Outcome] = []
    for (kind, plant, decodes) in faults + (hasMemory ? [("8 MiB leaked", .leak(8 << 20), true)] : []) {
      outcomes.append(
        try await outcome(kind, of: sets, plant) { try await fails(plant, baselines, decodes: decodes) })
    }
    let slower: [(kind: String, plant: PlantedFault?)] = [
      ("equal binaries, 30 pairs", nil), ("decodes 3 % slower", .slow(Rational(3, 100))),
      ("5 % slower", .slow(Rational(5, 100))), ("10 % slower", .slow(Rational(10, 100))),
    ]
    for (kind, plant) in slower where latencySets > 0 {
      outcomes.append(try await outcome(kind, of: latencySets, plant) { try await isSlower(plant) })
    }
    return outcomes
  }

  private func outcome(
    _ kind: String, of sets: Int, _ plant: PlantedFault?, fails: () async throws -> Bool
  ) async throws -> Outcome {
    defer { Terminal.clearProgress() }
    var failures = 0
    for set in 1...sets {
      if !request.isQuiet { Terminal.progress("\(kind): \(set) of \(sets)") }
      if try await fails() { failures += 1 }
    }
    return Outcome(kind: kind, runs: sets, failures: failures, shouldFail: plant != nil)
  }

  /// Whether the gate finds this binary slower than itself, its decodes made so.
  private func isSlower(_ plant: PlantedFault?) async throws -> Bool {
    var base = GateBase(executable: try Places.ownExecutable(), plant: plant)
    base.bounds.decodesMax = 60
    var evidence: [LatencyEvidence] = []
    for cell in try await GateRun(request: with(nil, decodes: false)).measure() {
      evidence.append(try await base.latency(cell, judge: LatencyJudge(), family: 0))
    }
    return LatencyJudge().judge(evidence).rows.contains { $0.verdict == .regressed }
  }

  /// Whether the gate fails a run with the fault.
  private func fails(_ plant: PlantedFault?, _ baselines: [Baseline], decodes: Bool) async throws -> Bool {
    let judge = GateJudge(limits: .standard)
    var cells: [GateEvidence.Cell] = []
    let run = GateRun(request: with(plant, decodes: decodes))
    for (measured, baseline) in zip(try await run.measure(), baselines) {
      var measured = measured
      measured.compare(with: baseline, at: "self-test")
      try await run.confirmMemory(&measured, judge)
      cells.append(measured.cell)
    }
    let report = judge.judge(
      GateEvidence(cells: cells, latency: [], limits: GateLimits.standard.json, created: ""))
    return report.exitCode(isStrict: false) == 2
  }

  private func with(_ plant: PlantedFault?, decodes: Bool) -> RunRequest {
    var request = request
    request.plant = plant
    request.isQuiet = true
    if !decodes { request.measuring.decodes = false }
    return request
  }

  /// What was found, and what it proves.
  static func table(_ outcomes: [Outcome]) -> String {
    let columns: [TableColumn<Outcome>] = [
      .words("what was run", text: \.kind), .numbers("runs") { "\($0.runs)" }, .numbers("failed") { "\($0.failures)" },
      .numbers("should") { $0.shouldFail ? "all" : "none" },
      .words("at 95 %, the gate fails") { outcome in
        let bounds = BinomialBounds(successes: outcome.failures, trials: outcome.runs)
        return
          (outcome.shouldFail
          ? "at least \(NumberText.percent(bounds.lower))" : "at most \(NumberText.percent(bounds.upper))") + " of them"
      },
      .words("") { $0.isAsItShouldBe ? "ok" : "WRONG" },
    ]
    return TextTable(outcomes, columns).text(width: 100)
  }
}
