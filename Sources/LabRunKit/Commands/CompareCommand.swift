struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Compare runs: what changed, and whether for better or worse.",
    discussion: """
      Give files of runs, folders of them, or with --trace strategies to be replayed
      now (in virtual time, nothing decoded). Each file or folder is a side, and the
      others are held against the first. In a single one the strategies are compared,
      and in the file of a sweep, over traces or a pack, with its first strategy.
      Measured figures need six runs of the same configuration on each side.

      EXAMPLES
        lab-run compare old.tsv new.tsv
        lab-run compare before/ after/ --metric peak-bitmap-bytes
        lab-run compare results/20260131T120000Z-84-runs-0123abcd.tsv
        lab-run compare fleet.tsv --weigh time
        lab-run compare preheat2x windowed-lead --trace ios-fastscroll
        lab-run compare a.tsv b.tsv --metric all --format csv > changes.csv
      """)

  @Argument(
    help: ArgumentHelp("Files of runs, folders of them, or strategies with --trace.", valueName: "A"),
    completion: NameCompletion.names({ KnownStrategies.all.descriptors.map(\.id) }, orFiles: [".tsv"]))
  private var sides: [String] = []

  @Option(
    help:
      "A metric of \(ToolName.current) list metrics, a figure of one (time-to-image-p95), or all; repeat for several.",
    completion: NameCompletion.metrics)
  private var metric: [String] = []

  @Option(help: "How it is printed: table, markdown, csv or json.")
  private var format = OutputFormat.table

  @OptionGroup private var options: ReplayOptions
  @OptionGroup private var counting: PopulationOptions

  func run() throws {
    guard !sides.isEmpty else {
      throw UsageError("name what to compare: two files of runs, two folders, or strategies with --trace")
    }
    if options.trace.isEmpty, let word = options.settings.words.first {
      throw UsageError("runs have their own settings; leave out \(word), or name strategies and --trace")
    }
    if !options.strategy.isEmpty {
      throw UsageError("name strategies without --strategy: \(ToolName.current) compare A B --trace T")
    }
    if options.trace.isEmpty, let sweep = try sides.first(where: SweepPlan.file.isKind) {
      return try compare(sweep: sweep)
    }
    if let word = counting.words.first { throw UsageError("\(word) is for the file of a sweep; leave it out") }
    let isOfFiles = options.trace.isEmpty
    let comparison =
      try isOfFiles && sides.count > 1
      ? RecordComparison(sides.map { (title: $0.visible, records: try RunFile.records(at: $0)) }, metrics: metric)
      : RecordComparison(strategiesOf: isOfFiles ? RunFile.records(at: sides[0]) : replayed(), metrics: metric)
    switch format {
    case .table: Terminal.output(comparison.text)
    case .markdown: Terminal.output(comparison.markdown)
    case .csv: Terminal.output(comparison.csv)
    case .json: Terminal.output(comparison.json.prettyText)
    }
  }

  private func compare(sweep: String) throws {
    guard sides.count == 1 else { throw UsageError("\(sweep) is the file of a sweep; name it alone") }
    guard metric.isEmpty else { throw UsageError("--metric is for runs; leave it out for a sweep") }
    let comparison = try StrategyComparison(SweepTable(reading: sweep, counting.rule), against: 0)
    switch format {
    case .table: Terminal.output(comparison.text)
    case .markdown: Terminal.output(comparison.whole.markdown)
    case .csv: try SweepFormat.csv.write(SweepReader(sweep)) { Terminal.output($0) }
    case .json: Terminal.output(comparison.whole.json.prettyText)
    }
  }

  private func replayed() throws -> [RunRecord] {
    if let file = sides.first(where: { $0.hasSuffix(".tsv") || $0.contains("/") }) {
      throw UsageError("\(file) is a file of runs, which have their traces; leave out --trace, or name strategies")
    }
    var request = options.request
    request.strategies = sides
    return try request.runs().map { try $0.record() }
  }
}
