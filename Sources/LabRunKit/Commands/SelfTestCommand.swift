import ArgumentParser
import LabBase
import LabJudge
import LabRecords
import StrategyKit

/// `lab-run gate self-test`: proves on this machine that the gate stays quiet and fires.
struct SelfTestCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "self-test",
    abstract: "Prove that the gate stays quiet over equal runs and finds planted faults.",
    discussion: """
      Runs one strategy on one trace again and again: as it is, where the gate must
      stay quiet, and with a window one row larger, one hit lost or 8 MiB leaked,
      where it must fail each time. Then it compares this program with itself in
      pairs, as it is and with its decodes 3, 5 and 10 % slower (about 15 s a set).
      It says how often the gate was right, and what share that proves at 95 %.

      EXAMPLES
        lab-run gate self-test
        lab-run gate self-test --sets 100 --strategy fixed-window --trace flicks

      EXIT CODES
        0 every fault was found and no equal run failed, 2 not so, 1 error
      """)

  @Option(help: ArgumentHelp("Runs of each kind, 1 to 1000.", valueName: "n"))
  var sets = 20

  @Option(help: ArgumentHelp("Sets of 30 pairs of each kind, 0 to 100; 0 leaves decode times out.", valueName: "n"))
  var latencySets = 1

  @OptionGroup var options: RunOptions

  func validate() throws {
    if sets < 1 || sets > 1000 { throw ValidationError("--sets \(sets): 1 to 1000 runs of each kind") }
    if latencySets < 0 || latencySets > 100 { throw ValidationError("--latency-sets \(latencySets): 0 to 100 sets") }
  }

  func run() throws {
    var request = options.request
    if request.strategies.isEmpty { request.strategies = ["preheat2x"] }
    if request.traces.isEmpty { request.traces = ["ios-overscroll"] }
    let outcomes = try outcomes(request)
    Terminal.output(SelfTestCommand.table(outcomes) + "\n")
    if outcomes.contains(where: { !$0.isAsItShouldBe }) { throw ExitCode(2) }
  }

  /// How often the gate failed runs of one kind.
  private struct Outcome {
    var kind: String
    var runs: Int
    var failures: Int
    /// True when every run should fail, false when none should.
    var shouldFail: Bool

    var isAsItShouldBe: Bool { failures == (shouldFail ? runs : 0) }
  }

  private func outcomes(_ request: RunRequest) throws -> [Outcome] {
    func with(_ plant: PlantedFault?, decodes: Bool) -> RunRequest {
      var request = request
      request.plant = plant
      request.isQuiet = true
      if !decodes { request.measuring.decodes = false }
      return request
    }
    let cells = try GateRun.measure(with(nil, decodes: true))
    let baselines = cells.map { $0.baseline(reason: "self-test", recorded: "") }
    let hasMemory = baselines.contains { $0.memoryOverhead != nil }
    let faults: [(kind: String, plant: PlantedFault?, decodes: Bool)] = [
      ("equal runs", nil, true), ("window one row larger", .row, false), ("one hit lost", .lostHit, false),
    ]
    var outcomes: [Outcome] = []
    for (kind, plant, decodes) in faults + (hasMemory ? [("8 MiB leaked", .leak(8 << 20), true)] : []) {
      outcomes.append(
        try outcome(kind, of: sets, plant) { try fails(with(plant, decodes: decodes), baselines) })
    }
    let slower: [(kind: String, plant: PlantedFault?)] = [
      ("equal binaries, 30 pairs", nil), ("decodes 3 % slower", .slow(Rational(3, 100))),
      ("5 % slower", .slow(Rational(5, 100))), ("10 % slower", .slow(Rational(10, 100))),
    ]
    for (kind, plant) in slower where latencySets > 0 {
      outcomes.append(
        try outcome(kind, of: latencySets, plant) { try isSlower(with(nil, decodes: false), plant) })
    }
    return outcomes
  }

  private func outcome(
    _ kind: String, of sets: Int, _ plant: PlantedFault?, fails: () throws -> Bool
  ) throws -> Outcome {
    defer { Terminal.clearProgress() }
    var failures = 0
    for set in 1...sets {
      if !options.quiet { Terminal.progress("\(kind): \(set) of \(sets)") }
      if try fails() { failures += 1 }
    }
    return Outcome(kind: kind, runs: sets, failures: failures, shouldFail: plant != nil)
  }

  /// Whether the gate finds this binary slower than itself, its decodes made so.
  private func isSlower(_ request: RunRequest, _ plant: PlantedFault?) throws -> Bool {
    var base = GateBase(executable: try Places.ownExecutable(), plant: plant)
    base.bounds.decodesMax = 60
    var evidence: [LatencyEvidence] = []
    for cell in try GateRun.measure(request) {
      evidence.append(try base.latency(cell, judge: LatencyJudge(), family: 0))
    }
    return LatencyJudge().judge(evidence).rows.contains { $0.verdict == .regressed }
  }

  /// Whether the gate fails a run with the fault.
  private func fails(_ request: RunRequest, _ baselines: [Baseline]) throws -> Bool {
    let judge = GateJudge(limits: .standard)
    var cells: [GateEvidence.Cell] = []
    for (measured, baseline) in zip(try GateRun.measure(request), baselines) {
      var measured = measured
      measured.compare(with: baseline, at: "self-test")
      try measured.confirmMemory(judge)
      cells.append(measured.cell)
    }
    let report = judge.judge(
      GateEvidence(cells: cells, latency: [], limits: GateLimits.standard.json, created: ""))
    return report.exitCode(isStrict: false) == 2
  }

  /// What was found, and what it proves.
  private static func table(_ outcomes: [Outcome]) -> String {
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
