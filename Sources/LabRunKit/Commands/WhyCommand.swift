import ArgumentParser
import LabJudge

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "List late images, what each waited behind, and what would have saved it.",
    discussion: """
      The run is an event file (lab-run --events), a file of one run, or --strategy
      and --trace, replayed in virtual time; nothing is decoded. Of each visit of an
      item's cell: when it was requested, what it was queued behind, when its decode
      began and its image arrived, and the one thing that would have saved it, as far
      as its own events tell. With a file, --trace says where its trace is.

      EXAMPLES
        lab-run why --strategy preheat2x --trace fastscroll --worst 10
        lab-run why -s preheat2x -t ios-fastscroll --item 1234
        lab-run why results/20260131T120000Z-lru-hunt-0123abcd.tsv --item 60
        lab-run why run.jsonl --worst 50 --format json
      """)

  enum Form: String, ExpressibleByArgument, CaseIterable {
    case text, json, markdown
  }

  @Argument(help: ArgumentHelp("An event file, or a file of one run.", valueName: "FILE"), completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("All visits of this item, the longest wait first.", valueName: "n"))
  var item: Int32?

  @Option(help: ArgumentHelp("The longest waits after the first frame (default: 10).", valueName: "n"))
  var worst: Int?

  @Option(help: "How the answer is printed: text, json or markdown.")
  var format = Form.text

  @OptionGroup var options: ReplayOptions

  func run() throws {
    let selection = try selection()
    let run = try ExplainedRun(file: file, options: options)
    if let item, let items = RunConfiguration(run.header).screen?.items, Int64(item) >= items {
      throw LabError("item \(item) is not in the grid: it has \(items) items, 0 to \(items - 1)")
    }
    var collector = try run.follow(VisitCollector(header: run.header, selection: selection))
    collector.finish(end: run.end)
    if let item, collector.visits.isEmpty {
      let shown = collector.shownItems
      let range = shown.isEmpty ? "no item" : "items \(shown.lower) to \(shown.upper - 1)"
      let start = collector.wasStarted ? ", though the strategy started it" : ""
      throw LabError("no cell asked for item \(item)\(start): the trace shows \(range), choose one of these")
    }
    let report = WhyReport(header: run.header, collector: collector)
    switch format {
    case .text: Terminal.output(report.text)
    case .json: Terminal.output(report.json.prettyText)
    case .markdown: Terminal.output(report.markdown)
    }
  }

  private func selection() throws -> VisitSelection {
    if item != nil && worst != nil { throw UsageError("ask for one thing: --item or --worst") }
    if let item {
      guard item >= 0 else { throw UsageError("--item \(item): items are counted from 0") }
      return .item(item)
    }
    guard (1...1000).contains(worst ?? 10) else { throw UsageError("--worst \(worst ?? 10): expected 1 to 1000") }
    return .worst(worst ?? 10)
  }
}
