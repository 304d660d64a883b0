import ArgumentParser
import CacheLab
import LabJudge
import LabRecords
import LabSystem

/// `lab-run gate`: fails when a count, memory or decode times got worse than their limits allow.
struct GateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "gate",
    abstract: "Fail when a count, memory or decode times got worse than the baseline.",
    discussion: """
      Counted figures, such as hits and bitmap bytes, may not get worse at all, and
      memory beyond the bitmaps may grow by 1 MiB. With --base or --base-ref an
      older program runs the same cases in turn on this machine: decode times may
      grow by 2 %, instructions of decodes and frames by 0.5 %. --decode none judges
      counted figures alone. gate.json in the current folder changes limits. Without
      --strategy and --trace every baseline is judged. docs/gate.md has more.

      EXAMPLES
        lab-run gate
        lab-run gate --strategy preheat2x --trace fastscroll
        lab-run gate --decode none
        lab-run gate --base-ref main
        lab-run gate --base-ref main --without latency
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

  @Option(help: ArgumentHelp("An older lab-run: compare decode times with it, in pairs.", valueName: "BINARY"))
  var base: String?

  @Option(help: ArgumentHelp("Like --base, with a binary built from this commit first, once.", valueName: "REF"))
  var baseRef: String?

  enum Part: String, ExpressibleByArgument, CaseIterable { case latency, instructions }

  @Option(
    help: ArgumentHelp(
      "With --base or --base-ref: leave out latency (decode times, the slow part) or instructions; repeat for both.",
      valueName: "part"))
  var without: [Part] = []

  @Option(
    help: ArgumentHelp(
      "Write the verdicts too, as markdown, junit, json or benchmark (github-action-benchmark); repeat for several.",
      valueName: "kind=FILE"))
  var write: [GateOutput] = []

  @Flag(help: "Print GitHub annotations and add the verdicts to the job's summary ($GITHUB_STEP_SUMMARY).")
  var github = false

  @Flag(help: "Show the rows that passed, too.")
  var all = false

  @Flag(help: "Exit code 6 when a row is inconclusive, or instructions cannot be counted.")
  var strict = false

  @OptionGroup var gate: GateOptions

  func validate() throws {
    if base != nil && baseRef != nil { throw ValidationError("--base and --base-ref: name the old binary once") }
  }

  func run() throws {
    let judge = GateJudge(limits: try readLimits())
    // A file that cannot be written is said before minutes are spent.
    for output in write where output.path != "-" { _ = try ResultFile(path: output.path) }
    var report = judge.judge(try gate.evidence(judge, base: try oldProgram()))
    report.isStrict = strict
    report.share = try gate.share(report)
    if !gate.options.replays.strategy.isEmpty { report.unusedLimits = [] }
    if without.contains(.latency) { report.isUntimed = false }
    Terminal.output(report.text(showsAll: all))
    for output in write { try output.write(report) }
    if github { try GateOutput.tellGitHub(report) }
    let code = report.exitCode(isStrict: strict)
    if code != 0 { throw ExitCode(code) }
  }

  private func oldProgram() throws -> GateBase? {
    guard let path = try base.map(GateCommand.executable) ?? baseRef.map({ try BaseBuild(ref: $0).run() }) else {
      return nil
    }
    let program = GateProgram(executable: path, name: path)
    return GateBase(program: program, isTimed: !without.contains(.latency), isCounted: !without.contains(.instructions))
  }

  /// Returns the path of a program, which may be a name in PATH.
  private static func executable(_ name: String) throws -> String {
    let folders =
      name.contains("/") ? [""] : (ThisProcess.variable("PATH") ?? "").split(separator: ":").map { "\($0)/" }
    guard let path = try folders.map({ $0 + name }).first(where: { try Paths.exists($0) }) else {
      throw UsageError("there is no \(name): name an older binary")
    }
    return path
  }

  private func readLimits() throws -> GateLimits {
    let path = limits ?? "gate.json"
    if let text = try TextFile.read(path, as: .limits) { return try GateLimits(text: text, file: path) }
    if limits == nil { return .standard }
    throw LabError("there is no \(path): leave out --limits to judge by equality")
  }
}
