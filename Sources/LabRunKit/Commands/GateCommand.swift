import ArgumentParser
import LabJudge

struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Fail when a count, memory or decode times got worse than the baseline.",
    discussion: """
      Counted figures, such as hits and bitmap bytes, may not get worse at all, and
      memory beyond the bitmaps may grow by 1 MiB. With --base an older program
      runs the same cases in turn on this machine: decode times may grow by 2 %,
      instructions of decodes and frames by 0.5 %. --decode none judges counted
      figures alone. gate.json in the current folder changes limits. Without
      --strategy and --trace every baseline is judged. docs/gate.md has more.

      EXAMPLES
        lab-run gate
        lab-run gate --strategy preheat2x --trace fastscroll
        lab-run gate --decode none
        lab-run gate --base main
        lab-run gate --base main --without latency
        lab-run gate --base ./lab-run-of-yesterday
        lab-run gate --write junit=gate.xml --write markdown=gate.md

      EXIT CODES
        0 fine, 1 error, 2 regression, 3 machine unfit to measure, 5 no baseline, not
        comparable or nothing to judge, 6 inconclusive (only with --strict),
        64 usage, 130 interrupted
      """)

  @Option(
    help: ArgumentHelp(
      "What is allowed (default: gate.json in the current folder, if there is one).", valueName: "FILE"))
  var limits: String?

  @Option(
    name: [.customLong("base"), .customLong("base-ref")],
    help: ArgumentHelp(
      "An older lab-run, by its path, or a commit, which is built first, once: compare decode times with it, in pairs.",
      valueName: "PROGRAM|COMMIT"))
  var base: String?

  enum Part: String, ExpressibleByArgument, CaseIterable { case latency, instructions }

  @Option(
    help: ArgumentHelp(
      "With --base: leave out latency (decode times, the slow part) or instructions; repeat for both.",
      valueName: "name"))
  var without: [Part] = []

  @Option(
    help: ArgumentHelp(
      "Write the verdicts too, as markdown, junit, json or benchmark (github-action-benchmark); github alone prints "
        + "annotations and adds to the job's summary ($GITHUB_STEP_SUMMARY). Repeat for several.",
      valueName: "kind=FILE"))
  var write: [GateOutput] = []

  @Flag(help: "Show the rows that passed, too.")
  var all = false

  @Flag(help: "Exit code 6 when a row is inconclusive, or instructions cannot be counted.")
  var strict = false

  @OptionGroup var gate: GateOptions

  func run() throws {
    let judge = GateJudge(limits: try readLimits())
    // A file that cannot be written is refused before minutes of work.
    for output in write where output.path != "-" { _ = try ResultFile(path: output.path) }
    var report = try report(judge, base: try base.map(oldProgram))
    report.isStrict = strict
    let judged = try report.cells.count { try Paths.exists($0.baselinePath) }
    report.share = "\(judged) of \(try gate.store.names().count) baselines in \(gate.store.directory.visible) judged."
    if !gate.options.replays.strategy.isEmpty { report.unusedLimits = [] }
    if without.contains(.latency) { report.isUntimed = false }
    Terminal.output(report.text(showsAll: all))
    for output in write { try output.write(report) }
    let code = report.exitCode(isStrict: strict)
    if code != 0 { throw ExitCode(code) }
  }

  /// - Parameter base: An older program to compare instructions and decode times with, and all figures of a case without a
  ///   baseline.
  private func report(_ judge: GateJudge, base: GateProgram?) throws -> GateReport {
    var measured = try gate.parts().flatMap(gate.measure)
    // Baselines are run one by one: names are made distinct over all of them.
    GateRun.tellApart(&measured)
    for index in measured.indices {
      try measured[index].compare(in: gate.store, base: base)
      try measured[index].confirmMemory(judge)
    }
    var (latency, uncounted): ([LatencyEvidence], String) = ([], "")
    if let base, gate.options.decode == .real {
      if !without.contains(.instructions) { uncounted = try base.count(&measured) }
      let family = measured.count * LatencyStatistic.allCases.count
      if !without.contains(.latency) {
        latency = try measured.map { try base.latency($0, judge: judge.latencyJudge, family: family) }
      }
    }
    return judge.judge(measured.map(\.cell), latency: latency, uncountedReason: uncounted)
  }

  private func oldProgram(_ base: String) throws -> GateProgram {
    let isProgram = try Paths.exists(base) && !Paths.isFolder(base)
    let path = isProgram ? (base.contains("/") ? base : "./\(base)") : try BaseBuild(ref: base).run()
    return GateProgram(executable: path, name: path)
  }

  private func readLimits() throws -> GateLimits {
    let path = limits ?? "gate.json"
    if let text = try TextFile.read(path, as: .limits) { return try GateLimits(text: text, file: path) }
    if limits == nil { return .standard }
    throw LabError("there is no \(path); leave out --limits to judge by equality")
  }
}
