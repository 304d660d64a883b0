import ArgumentParser
import LabJudge

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Record and accept the numbers that a gate compares with.",
    discussion: """
      A baseline is one committed file for each case, one strategy on one trace: its
      counts, one a line, the memory beyond the bitmaps, and the reason why they are
      right. record writes those that are not there yet. accept makes the present
      numbers the baseline, without --strategy and --trace of every case; each figure
      that moved is printed, old and new, and kept behind the reason.

      EXAMPLES
        lab-run baseline record --strategy preheat2x --trace fastscroll
        lab-run baseline accept --reason "preheat2x now keeps one row more"
      """)

  enum Action: String, ExpressibleByArgument, CaseIterable, Sendable { case record, accept }

  @Argument(help: "record or accept.")
  var action: Action

  @Option(
    help: ArgumentHelp(
      "Why the numbers are right; kept in the file. By default 'first baseline'; accept needs it.", valueName: "text"))
  var reason: String?

  @OptionGroup var gate: GateOptions

  func validate() throws {
    if reason?.allSatisfy(\.isWhitespace) ?? (action == .accept) {
      throw ValidationError("--reason is empty or missing; say why the numbers are right")
    }
  }

  func run() throws {
    if action == .record, gate.options.replays.strategy.isEmpty || gate.options.replays.trace.isEmpty {
      throw UsageError("name what to record: --strategy preheat2x --trace fastscroll")
    }
    for part in try gate.parts() {
      let cells = try gate.measure(part)
      let paths = try cells.map { try $0.path(in: gate.store) }
      if action == .record, let path = try paths.first(where: { try gate.store.load($0) != nil }) {
        throw LabError("\(path) is there already: \(gate.command("accept")) --reason \"...\" replaces it")
      }
      try write(cells, to: paths)
    }
  }

  private func write(_ cells: [GateRun], to paths: [String]) throws {
    if let path = paths.first(where: { path in paths.count { $0 == path } > 1 }) {
      throw UsageError(
        "several of these are one case, with other parameters, and would share \(path); give each its own --baseline DIR"
      )
    }
    let reason = reason ?? "first baseline"
    for (run, path) in zip(cells, paths) {
      // An unreadable baseline is replaced as well.
      let moves = (try? gate.store.load(path)).flatMap { $0 }.map { BaselineCommand.moves(run.cell, from: $0) } ?? []
      let baseline = Baseline(
        record: run.cell.record, words: run.words, trail: run.trail, memoryOverhead: run.cell.memoryRuns.first,
        reason: moves.isEmpty ? reason : "\(reason) (\(moves.joined(separator: "; ")))",
        recorded: UTCTime(seconds: Clocks.wallSeconds()).text)
      try gate.store.write(baseline, to: path)
      Terminal.output(line: "\(run.cell.name): \(path)")
      for move in moves { Terminal.output(line: "  \(move)") }
    }
  }

  /// Returns the parameters, settings and figures that differ from a baseline: `hit-rate 84.2% -> 87.0% (+2.80 pt)`.
  private static func moves(_ cell: GateCell, from baseline: Baseline) -> [String] {
    var cell = cell
    cell.baseline = baseline
    return (cell.differences?.parameters ?? []) + (cell.differences?.settings ?? [])
      + GateJudge(limits: .standard).judge([cell]).moves
  }
}
