import ArgumentParser
import LabBase
import LabJudge
import LabRecords
import LabSystem

/// `lab-run baseline`: keeps what each strategy does on each trace when all is well.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Record, compare and accept the numbers that a gate compares with.",
    discussion: """
      A baseline is one committed file for each case, one strategy on one trace: its
      counts, one a line, the memory beyond the bitmaps, and the reason why they are
      right. Without --strategy and --trace, diff and accept look at every baseline.

      EXAMPLES
        lab-run baseline record --strategy preheat2x --trace fastscroll
        lab-run baseline diff
        lab-run baseline accept --reason "preheat2x now keeps one row more"
      """,
    subcommands: [Record.self, Diff.self, Accept.self])

  private static func check(_ reason: String) throws {
    if reason.allSatisfy(\.isWhitespace) { throw ValidationError("--reason is empty: say why the numbers are right") }
  }

  struct Record: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run cases that have no baseline yet, and write one for each.")

    @Option(help: ArgumentHelp("Why the numbers are right; kept in the file.", valueName: "text"))
    var reason = "first baseline"

    @OptionGroup var gate: GateOptions

    func validate() throws { try BaselineCommand.check(reason) }

    func run() throws {
      let request = gate.options.request
      if request.strategies.isEmpty || request.traces.isEmpty {
        throw UsageError("name what to record: --strategy preheat2x --trace fastscroll")
      }
      let cells = try GateRun.measure(request)
      if let path = try cells.map({ try $0.path(in: gate.store) }).first(where: { try gate.store.load($0) != nil }) {
        throw LabError("\(path) is there already: \(gate.command("accept")) --reason \"...\" replaces it")
      }
      try gate.write(cells, reason: reason)
    }
  }

  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run cases and show what differs from their baselines.", discussion: "Exit code 0, whatever differs.")

    @OptionGroup var gate: GateOptions

    func run() throws {
      let judge = GateJudge(limits: .standard)
      Terminal.output(judge.judge(try gate.evidence(judge)).text(showsAll: false))
    }
  }

  struct Accept: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Run cases and make their present numbers the baseline.",
      discussion: "Prints each figure that moved, old and new, and writes them behind the reason.")

    @Option(help: ArgumentHelp("Why the numbers are right; kept in the file.", valueName: "text"))
    var reason: String

    @OptionGroup var gate: GateOptions

    func validate() throws { try BaselineCommand.check(reason) }

    func run() throws {
      for part in try gate.parts() { try gate.write(try gate.measure(part), reason: reason) }
    }
  }
}

extension GateOptions {
  fileprivate func write(_ cells: [GateRun], reason: String) throws {
    let paths = try cells.map { try $0.path(in: store) }
    if let path = paths.first(where: { path in paths.count { $0 == path } > 1 }) {
      throw UsageError(
        "several of these are one case, with other parameters, and would share \(path): give each its own --baseline DIR"
      )
    }
    for (run, path) in zip(cells, paths) {
      // What cannot be read is replaced all the same: that is its cure.
      let moves = (try? store.load(path)).flatMap { $0 }.map { GateOptions.moves(run.cell, from: $0) } ?? []
      let baseline = Baseline(
        record: run.cell.record, words: run.words, trail: run.trail, memoryOverhead: run.cell.memoryRuns.first,
        reason: moves.isEmpty ? reason : "\(reason) (\(moves.joined(separator: "; ")))",
        recorded: UTCTime(seconds: Clocks.wallSeconds()).text)
      try store.write(baseline, to: path)
      Terminal.output(line: "\(run.cell.name): \(path)")
      for move in moves { Terminal.output(line: "  \(move)") }
    }
  }

  /// The parameters, settings and figures that differ from a baseline, in words: `hit-rate 84.2% -> 87.0% (+2.80 pt)`.
  private static func moves(_ cell: GateEvidence.Cell, from baseline: Baseline) -> [String] {
    var cell = cell
    cell.baseline = baseline
    let differences = baseline.differences(from: cell.record)
    return differences.parameters + differences.settings
      + GateJudge(limits: .standard).judge(GateEvidence(cells: [cell])).moves
  }
}
