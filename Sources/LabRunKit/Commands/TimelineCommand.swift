import ArgumentParser
import LabJudge

/// `lab-run timeline`: a run as a Chrome trace, to be looked at in Perfetto.
struct TimelineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "timeline",
    abstract: "Write a run as a Chrome trace for Perfetto.",
    discussion: """
      The run is an event file (lab-run --events), a record, or --strategy and
      --trace, replayed in virtual time. What is written opens in ui.perfetto.dev and
      chrome://tracing:
        frames        slices, with cells, hits, late and missed requests, blank cells
        worker 1 ...  decodes, with item, size, cost, bytes, cause and outcome
        evictions     instants, and memory warnings and layout changes
        offset, queue, ledger bytes, blank cells      counters
        blank         a span for each cell, from its request to its image
      Memory does not grow with the run. lab-run trace convert reads the offset back
      as a trace.

      EXAMPLES
        lab-run timeline --strategy preheat2x --trace fastscroll --out run.json
        lab-run timeline run.jsonl --out run.json
        lab-run timeline results/20260131T120000Z-lru-hunt-0123abcd.json > run.json
      """)

  @Argument(help: ArgumentHelp("An event file or a record.", valueName: "RUN"), completion: .file())
  var file: String?

  @Option(
    name: .shortAndLong, help: ArgumentHelp("Where it goes (default: standard output).", valueName: "FILE"),
    completion: .file(extensions: ["json"]))
  var out: String?

  @OptionGroup var options: ReplayOptions

  func run() throws {
    let run = try ExplainedRun(file: file, options: options)
    let file = try OutputFile(out)
    var writer = try run.follow(TimelineWriter(header: run.header) { try file.write($0) })
    try writer.finish(end: run.end)
    try file.finish()
    WrittenFile.say(out) { _ in "ui.perfetto.dev opens it: drop the file there" }
  }
}
