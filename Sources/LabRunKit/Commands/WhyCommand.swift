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

/// A run whose events are examined: read from an event file, or replayed.
struct ExplainedRun {
  /// The configuration, as in the first line of an event file.
  let header: JSON
  /// The time at which the trace ends, or nil if only the events are known.
  let end: Int64?
  private let source: Source

  private enum Source { case events(String), replay(PlannedRun) }

  /// - Parameter file: An event file or a file of one run; nil replays the run that the options describe.
  init(file: String?, options: ReplayOptions) throws {
    let run: PlannedRun
    if let file {
      try ExplainedRun.check(file, options)
      let tracePath = options.trace.first
      // A file of runs may exceed the read limit, and an event file may be endless.
      if try file.hasSuffix(".jsonl") || EventReader.isEventFile(file) {
        header = try EventReader(path: file).header
        let run = try? PlannedRun(RunConfiguration(header), tracePath: tracePath)
        end = try run.flatMap { try ExplainedRun.isWhole(file, of: $0) ? $0.end : nil }
        source = .events(file)
        return
      }
      run = try ExplainedRun.recorded(file, tracePath: tracePath)
    } else {
      guard !options.strategy.isEmpty, !options.trace.isEmpty else {
        throw UsageError("name a run: an event file, a file of one run, or --strategy preheat2x --trace fastscroll")
      }
      run = try options.request.onlyRun(else: "one strategy and one trace are looked into")
    }
    (header, end, source) = (run.configuration.json.visible, run.end, .replay(run))
  }

  private static func check(_ file: String, _ options: ReplayOptions) throws {
    if !options.strategy.isEmpty { throw UsageError("give a file, or --strategy and --trace, not both") }
    if let word = options.settings.words.first {
      throw UsageError("\(file) has its own settings; leave out \(word)")
    }
    if options.trace.count > 1 { throw UsageError("\(file) is of one trace; leave out all but one --trace") }
    guard try Paths.exists(file) else {
      throw LabError("there is no \(file); name an event file, or a file of one run")
    }
  }

  func follow<Observer: ReplayObserver>(_ observer: Observer) throws -> Observer {
    switch source {
    case .replay(let run): return run.follow(observer)
    case .events(let file):
      var reader = try EventReader(path: file)
      var observer = observer
      try reader.feed(&observer)
      return observer
    }
  }

  private static func recorded(_ path: String, tracePath: String?) throws -> PlannedRun {
    let records = try RunFile.records(at: path)
    guard records.count == 1, let record = records.first else {
      throw LabError("\(path) holds \(records.count) runs; name one by --strategy and --trace in place of the file")
    }
    do {
      let run = try PlannedRun(record.configuration, tracePath: tracePath)
      if RunFacts(tally: run.tally()).deterministic.digest == record.deterministicDigest { return run }
    } catch let error as ReplayUnavailable {
      throw LabError(
        "\(path) cannot be replayed: \(error.reason); give the run's event file (\(ToolName.current) --events FILE)")
    }
    throw LabError(
      "\(path): this version replays the run otherwise than the one that wrote the record (revision "
        + "\(record.environment.gitRevision ?? "unknown")); give the run's event file, or run it anew")
  }

  /// Returns whether a file has as many events as its run; if not, standard error says so.
  private static func isWhole(_ file: String, of run: PlannedRun) throws -> Bool {
    var reader = try EventReader(path: file)
    var found = EventCount()
    try reader.feed(&found)
    let all = run.follow(EventCount()).count
    if found.count == all { return true }
    Terminal.error(
      "\(file): the file has \(found.count) events, and its run has \(all): it was cut, or another version wrote it")
    return false
  }

  private struct EventCount: ReplayObserver {
    var count = 0
    mutating func take(_ event: ReplayEvent, at time: Int64) { count += 1 }
  }
}
