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
  private var file: String?

  @Option(help: ArgumentHelp("All visits of this item, the longest wait first.", valueName: "n"))
  private var item: Int32?

  @Option(help: ArgumentHelp("The longest waits after the first frame (default: 10).", valueName: "n"))
  private var worst: Int?

  @Option(help: "How the answer is printed: text, json or markdown.")
  private var format = Form.text

  @OptionGroup private var options: ReplayOptions

  func run() throws {
    let (header, collector) = try visits(try selection())
    if let item, let items = RunConfiguration(header).screen?.items, Int64(item) >= items {
      throw LabError("item \(item) is not in the grid: it has \(items) items, 0 to \(items - 1)")
    }
    if let item, collector.visits.isEmpty {
      let shown = collector.shownItems
      let range = shown.isEmpty ? "no item" : "items \(shown.lower) to \(shown.upper - 1)"
      let start = collector.starts[item] == nil ? "" : ", though the strategy started it"
      throw LabError("no cell asked for item \(item)\(start): the trace shows \(range), choose one of these")
    }
    let report = WhyReport(header: header, collector: collector)
    switch format {
    case .text: Terminal.output(report.text)
    case .json: Terminal.output(report.parts.json.prettyText)
    case .markdown: Terminal.output(report.parts.markdown)
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

  /// Returns the configuration of the run and its visits, from an event file or from a replay.
  private func visits(_ selection: VisitSelection) throws -> (header: JSON, collector: VisitCollector) {
    let run: PlannedRun
    if let file {
      try check(file)
      // A file of runs may exceed the read limit, and an event file may be endless.
      if try file.hasSuffix(".jsonl") || EventReader.isEventFile(file) { return try visits(in: file, selection) }
      run = try recorded(file)
    } else {
      guard !options.strategy.isEmpty, !options.trace.isEmpty else {
        throw UsageError("name a run: an event file, a file of one run, or --strategy preheat2x --trace fastscroll")
      }
      run = try options.request.onlyRun(else: "one strategy and one trace are looked into")
    }
    let header = run.configuration.json.visible
    var collector = run.follow(VisitCollector(header: header, selection: selection))
    collector.finish(end: run.end)
    return (header, collector)
  }

  private func check(_ file: String) throws {
    if !options.strategy.isEmpty { throw UsageError("give a file, or --strategy and --trace, not both") }
    if let word = options.settings.words.first {
      throw UsageError("\(file) has its own settings; leave out \(word)")
    }
    if options.trace.count > 1 { throw UsageError("\(file) is of one trace; leave out all but one --trace") }
    guard try Paths.exists(file) else {
      throw LabError("there is no \(file); name an event file, or a file of one run")
    }
  }

  /// Returns the visits of an event file. The trace ends after its events if the file has as many as its run; if not,
  /// standard error says so.
  private func visits(
    in file: String, _ selection: VisitSelection
  ) throws -> (header: JSON, collector: VisitCollector) {
    var reader = try EventReader(path: file)
    let header = reader.header
    let none = VisitCollector(header: header, selection: selection)
    var collector = none
    try reader.feed(&collector)
    let run = try? PlannedRun(RunConfiguration(header), tracePath: options.trace.first)
    let (found, all) = (collector.eventCount, run?.follow(none).eventCount ?? collector.eventCount)
    if found != all {
      Terminal.error(
        "\(file): the file has \(found) events, and its run has \(all): it was cut, or another version wrote it")
    }
    collector.finish(end: found == all ? run?.end : nil)
    return (header, collector)
  }

  private func recorded(_ path: String) throws -> PlannedRun {
    let records = try RunFile.records(at: path)
    guard records.count == 1, let record = records.first else {
      throw LabError("\(path) holds \(records.count) runs; name one by --strategy and --trace in place of the file")
    }
    do {
      let run = try PlannedRun(record.configuration, tracePath: options.trace.first)
      if RunFacts(tally: run.tally()).deterministic.digest == record.deterministicDigest { return run }
    } catch let error as ReplayUnavailable {
      throw LabError(
        "\(path) cannot be replayed: \(error.reason); give the run's event file (\(ToolName.current) --events FILE)")
    }
    throw LabError(
      "\(path): this version replays the run otherwise than the one that wrote the record (revision "
        + "\(record.environment.gitRevision ?? "unknown")); give the run's event file, or run it anew")
  }
}
